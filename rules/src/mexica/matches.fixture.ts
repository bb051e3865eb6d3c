/** Matches of random moves, played once for many tests. */

import { fastChance } from '../contract/chance.ts';
import type { Options } from '../contract/optionSpec.ts';
import type { Seat } from '../contract/game.ts';
import type { Event } from '../ring/model/event.ts';
import type { Move } from '../ring/model/move.ts';
import type { State } from '../ring/view/hidden.ts';
import { chancesOf, drawOptions, drawSeats, optionsOf, playOut } from '../tools/matches.ts';
import { mexica } from './index.ts';
import type { MexicaTable } from './table.ts';

export const table = (state: State) => state as MexicaTable;

export const presetOptions = (preset: string, given: Options = {}): Options => {
  return optionsOf(mexica, preset, given);
};

export interface Step {
  readonly before: State;
  readonly after: State;
  readonly seat: Seat;
  readonly move: Move;
  readonly events: readonly Event[];
}

function stepsOf(seed: number, given?: Options): readonly Step[] {
  const draw = fastChance(seed);
  const options = given ?? drawOptions(mexica.options, draw);
  const chanceAt = chancesOf(seed);
  const state = mexica.setup(options, drawSeats(mexica.seats, draw), chanceAt(0));
  const { steps, final } = playOut(mexica, { state, chanceAt, cap: 20_000 });
  return steps.map((step, index) => ({ ...step, after: steps[index + 1]?.before ?? final }));
}

const SEEDS = Array.from({ length: 14 }, (_, index) => index + 500);
export const MATCHES = [
  ...SEEDS.map((seed) => stepsOf(seed)),
  ...SEEDS.slice(0, 6).map((seed) => stepsOf(seed, presetOptions('mexica'))),
];
export const EARLY = SEEDS.slice(0, 6).map((seed) => stepsOf(seed, presetOptions('flower-war-early')));
export const STEPS = [...MATCHES, ...EARLY].flat();

export const eventsOf = (steps: readonly Step[]): readonly Event[] => steps.flatMap(({ events }) => events);

export const leftIn = ({ apocalypse }: MexicaTable): number | undefined =>
  apocalypse.kind === 'counting' ? apocalypse.left : undefined;

/** Splits events into stretches, each of which begins with an event of this kind. */
export function splitAt(events: readonly Event[], kind: Event['kind']): readonly (readonly Event[])[] {
  const starts = events.flatMap((event, index) => (event.kind === kind ? [index] : []));
  return starts.map((start, index) => events.slice(start, starts[index + 1]));
}

type Moved = Extract<Event, { kind: 'skulls' }>;

/** Each challenge with all events up to the next one, and the tokens that moved between the challenge and the stake. */
export function battlesIn(events: readonly Event[]) {
  return splitAt(events, 'challenged').map((stretch) => {
    const [challenge] = stretch;
    if (challenge?.kind !== 'challenged') throw new Error('every stretch begins with its challenge');
    const { attacker, defender } = challenge;
    const settled = stretch.findIndex(({ kind }) => kind === 'battle-won' || kind === 'battle-tied');
    const moved = stretch.filter(
      (event, index): event is Moved => event.kind === 'skulls' && (index < settled || event.why === 'stake'),
    );
    return { attacker, defender, stretch, moved };
  });
}
