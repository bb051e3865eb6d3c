import type { GameEvent } from '@flower-war/client';
import type { SpaceAztecsEvent } from '@flower-war/rules';
import { type Cards, textAfter, titleOf } from '../words/cards.ts';
import { tellGeneric } from './generic.ts';
import type { Speech } from './speech.ts';

type Kind = SpaceAztecsEvent['kind'];
type EventOf<K extends Kind> = SpaceAztecsEvent & { kind: K };
type Words<K extends Kind> = (event: EventOf<K>, speech: Omit<Speech, 'counter'>) => string | undefined;

const WORDS: { readonly [K in Kind]: Words<K> } = {
  took: ({ seat, pile }, { name }) => `${name(seat)} takes pile ${pile}.`,
  chose: ({ seat, card }, { name, cards }) => `${name(seat)} chooses ${titleOf(cards, card)}, in secret.`,
  announced: ({ times }, { name }) =>
    `The times: ${times.map(({ seat, time }) => `${name(seat)} ${time}`).join(', ')}.`,
  started: ({ seat }, { name }) => `${name(seat)} becomes the Starting Player.`,
  revealed: ({ seat, card }, { name, cards }) =>
    `${name(seat)} reveals ${titleOf(cards, card)}${textAfter(cards, card)}.`,
  sheltered: ({ seat, temple, aztecs }, { name, cards }) =>
    `${name(seat)} shelters ${aztecs.map((card) => titleOf(cards, card)).join(', ')} under ${temple}.`,
  captured: ({ seat, saucer, victim, card }, { name, cards }) =>
    `${name(seat)} captures ${name(victim)}'s ${titleOf(cards, card)} with ${saucer}.`,
  'round-ended': ({ round }) => `Round ${round} ends.`,
  retired: ({ seat }, { name }) => `${name(seat)} gives up.`,
  returned: ({ seat, pile }, { name }) => `What ${name(seat)} held goes back to pile ${pile}.`,
  ended: ({ reason }) => REASONS[reason],
};

const REASONS: Readonly<Record<EventOf<'ended'>['reason'], string | undefined>> = {
  'piles-empty': 'Two piles are empty: the match ends.',
  'saucers-landed': 'Enough flying saucers have landed: the match ends.',
  retired: undefined, // the event `retired` tells it
};

export function tellSpaceAztecs(event: GameEvent, name: Speech['name'], cards: Cards): string | undefined {
  const words = (WORDS as Readonly<Record<string, Words<never> | undefined>>)[event.kind];
  return words === undefined ? tellGeneric(event, name) : words(event as never, { name, cards });
}
