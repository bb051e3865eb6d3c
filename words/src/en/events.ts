/** What happens in every game. */
import type { EventTables } from '../eventTables.ts';
import { count } from './count.ts';
import { RING_EVENTS } from './ring/events.ts';

const X = 15;
const place = (position: number): string => (position === X ? 'home' : `to ${position}`);

const COLOURS = { red: 'red', yellow: 'yellow' } as const;

export const EVENTS: EventTables = {
  ring: RING_EVENTS,
  'space-aztecs': {
    took: ({ seat, pile }, { name }) => `${name(seat)} takes pile ${pile}.`,
    chose: ({ seat, card }, { name, card: titled }) => `${name(seat)} chooses ${titled(card)}, in secret.`,
    announced: ({ times }, { name }) =>
      `The times: ${times.map(({ seat, time }) => `${name(seat)} ${time}`).join(', ')}.`,
    started: ({ seat }, { name }) => `${name(seat)} becomes the Starting Player.`,
    revealed: ({ seat, card }, { name, cardAndText }) => `${name(seat)} reveals ${cardAndText(card)}.`,
    sheltered: ({ seat, temple, aztecs }, { name, card }) =>
      `${name(seat)} shelters ${aztecs.map(card).join(', ')} under ${card(temple)}.`,
    captured: ({ seat, saucer, victim, card }, { name, card: titled }) =>
      `${name(seat)} captures ${name(victim)}'s ${titled(card)} with ${titled(saucer)}.`,
    'round-ended': ({ round }) => `Round ${round} ends.`,
    retired: ({ seat }, { name }) => `${name(seat)} gives up.`,
    returned: ({ seat, pile }, { name }) => `What ${name(seat)} held goes back to pile ${pile}.`,
    ended: ({ reason }) => REASONS[reason],
  },
  tieqchieq: {
    tossed: ({ seat, heads }, { name }) => `${name(seat)} tosses ${count(heads, { one: '# head', other: '# heads' })}.`,
    introduced: ({ seat, to }, { name }) => `${name(seat)} brings in a token, ${place(to)}.`,
    moved: ({ seat, from, to }, { name }) => `${name(seat)} moves from ${from} ${place(to)}.`,
    fought: ({ seat, at, coins, won }, { name }) =>
      `${name(seat)} attacks on ${at}: the coins show ${coins.map((face) => COLOURS[face]).join(' and ')}; ${won ? 'the attack succeeds' : 'it fails'}.`,
    captured: ({ seat, at, tokens }, { name }) =>
      `${name(seat)} loses ${count(tokens, { one: 'a token', other: '# tokens' })} on ${at}, back to the reserve.`,
    'extra-turn': ({ seat, by }, { name }) => `A ${by}: ${name(seat)} tosses again.`,
    'turn-ended': () => undefined,
    retired: ({ seat }, { name }) => `${name(seat)} gives up.`,
    ended: () => undefined, // the result tells it
  },
};

const REASONS = {
  'piles-empty': 'Two piles are empty: the match ends.',
  'saucers-landed': 'Enough flying saucers have landed: the match ends.',
  retired: undefined, // the event `retired` tells it
} as const;
