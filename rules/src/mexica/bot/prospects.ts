/**
 * How near a tribe is to victory, as numbers, and what each is worth. The weights are learned from matches of `greedy` with
 * some random moves: `npm run do -- learn --game mexica` finds them.
 */
import type { Sign } from '../../ring/model/card.ts';
import type { MexicaTable } from '../table.ts';
import { type Weight, WEIGHTS } from './prospectWeights.ts';
import { type Standing, standingsOf, type Ways } from './standing.ts';

export interface Prospect {
  readonly name: string;
  readonly of: (standing: Standing) => number;
}

export const PROSPECTS: readonly Prospect[] = [
  { name: 'one-sign', of: ({ signs }) => (signs === 1 ? 1 : 0) },
  { name: 'two-signs', of: ({ signs }) => (signs === 2 ? 1 : 0) },
  { name: 'victories', of: ({ victories }) => victories },
  { name: 'doubled', of: ({ doubled }) => doubled },
  { name: 'bare', of: ({ victories, tokens, cards }) => (victories > 0 && tokens + cards === 0 ? 1 : 0) },
  { name: 'first-tokens', of: ({ tokens }) => Math.min(2, tokens) },
  { name: 'tokens', of: ({ tokens }) => Math.min(7, tokens) },
  { name: 'first-cards', of: ({ cards }) => Math.min(2, cards) },
  { name: 'cards', of: ({ cards }) => cards },
  { name: 'steering', of: ({ steering }) => Math.min(3, steering) },
  { name: 'weeks', of: ({ weeks }) => weeks },
  { name: 'pickups', of: ({ pickups }) => pickups },
  { name: 'steps', of: ({ steps }) => steps },
  ...ways('day'),
  ...ways('soon'),
  ...ways('deck'),
  ...ways('prey'),
  { name: 'last-eagle', of: lacksOnly('eagle') },
  { name: 'last-serpent', of: lacksOnly('serpent') },
];

/** A way to the last sign is worth more than one to an earlier sign. */
function ways(way: keyof Ways): readonly Prospect[] {
  return [
    { name: `${way}-to-sign`, of: (standing) => (standing.signs < 2 ? standing.ways[way] : 0) },
    { name: `${way}-to-last`, of: (standing) => (standing.signs === 2 ? standing.ways[way] : 0) },
  ];
}

function lacksOnly(sign: Sign): Prospect['of'] {
  return ({ lacking }) => (lacking.length === 1 && lacking[0] === sign ? 1 : 0);
}

/** From 0, while no end is in sight, to 1 at the end. */
export const lateness = ({ apocalypse }: MexicaTable): number =>
  apocalypse.kind === 'quiet' ? 0 : 1 - Math.min(1, apocalypse.left / COUNTDOWN);

const COUNTDOWN = 13;

/** By seat: the worth of all prospects together. */
export function worthsOf(table: MexicaTable): readonly number[] {
  const time = lateness(table);
  return standingsOf(table).map((standing) =>
    PROSPECTS.reduce((sum, { name, of }) => {
      const [always, late] = WEIGHTS[name] ?? NOTHING;
      return sum + of(standing) * (always + late * time);
    }, 0),
  );
}

const NOTHING: Weight = [0, 0];
