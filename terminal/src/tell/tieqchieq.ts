import type { GameEvent } from '@flower-war/client';
import type { TieqchieqEvent } from '@flower-war/rules';
import { tellGeneric } from './generic.ts';

type Kind = TieqchieqEvent['kind'];
type Words<K extends Kind> = (
  event: TieqchieqEvent & { kind: K },
  name: (seat: number) => string,
) => string | undefined;

const X = 15;
const place = (position: number) => (position === X ? 'home' : `to ${position}`);

const WORDS: { readonly [K in Kind]: Words<K> } = {
  tossed: ({ seat, heads }, name) => `${name(seat)} tosses ${heads === 1 ? '1 head' : `${heads} heads`}.`,
  introduced: ({ seat, to }, name) => `${name(seat)} brings in a token, ${place(to)}.`,
  moved: ({ seat, from, to }, name) => `${name(seat)} moves from ${from} ${place(to)}.`,
  fought: ({ seat, at, coins, won }, name) =>
    `${name(seat)} attacks on ${at}: the coins show ${coins.join(' and ')}; ${won ? 'the attack succeeds' : 'it fails'}.`,
  captured: ({ seat, at, tokens }, name) =>
    `${name(seat)} loses ${tokens === 1 ? 'a token' : `${tokens} tokens`} on ${at}, back to the reserve.`,
  'extra-turn': ({ seat, by }, name) => `A ${by}: ${name(seat)} tosses again.`,
  'turn-ended': () => undefined,
  retired: ({ seat }, name) => `${name(seat)} gives up.`,
  ended: () => undefined,
};

export function tellTieqchieq(event: GameEvent, name: (seat: number) => string): string | undefined {
  const words = (WORDS as Readonly<Record<string, Words<never> | undefined>>)[event.kind];
  return words === undefined ? tellGeneric(event, name) : words(event as never, name);
}
