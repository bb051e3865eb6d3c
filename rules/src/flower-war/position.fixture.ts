/** Positions of four tribes, written in the notation of scenarios, and their outcomes. */
import type { Chance } from '../contract/chance.ts';
import { type Seat, SEATS } from '../contract/game.ts';
import { at, differences, patched } from '../json.ts';
import { DAY_NAMES } from '../ring/model/calendar.ts';
import type { State } from '../ring/view/hidden.ts';
import { playStep, type Script, scriptedChance } from '../tools/replay.ts';
import { flowerWar } from './index.ts';
import { broken, completed, type FlowerTable } from './table.ts';
import { optionsOf } from '../tools/matches.ts';

export type Name = 'E' | 'N' | 'S' | 'W';
const NAMES: readonly string[] = ['E', 'N', 'S', 'W'] satisfies readonly Name[];
export const seatOf = (name: string): Seat => at(SEATS, NAMES.indexOf(name));

/** A position and moves that must lead to `after`. The turn and the phase are not compared. */
export interface Run {
  /** Changes to a fresh match; later patches win. */
  readonly given: readonly object[];
  readonly options?: object;
  readonly chance?: Script;
  /** `E play W09`; a move that must be refused says why: `E play R03: banned`. */
  readonly moves?: readonly string[];
  /** Changes to `given`. */
  readonly after: object;
}

/** Everything on the table at the end of the run, and what is wrong with it. */
export function outcomeOf({ given, options = {}, chance = [], moves = [], after }: Run) {
  const start = position(given, options);
  const luck = scriptedChance(chance);
  const end = moves.reduce<State>((state, text) => playOne(state, text, luck), start) as FlowerTable;
  const problems = [
    ...broken(start).map((line) => `given: ${line}`),
    ...broken(end).map((line) => `after: ${line}`),
    ...luck.rest().map((result) => `${JSON.stringify(result)} was not used`),
    ...differences(onTable(change(start, after)), onTable(end)),
  ];
  return { problems, table: onTable(end) };
}

function position(given: readonly object[], options: object): FlowerTable {
  const asItIs = { ...scriptedChance([]), shuffle: <T>(items: readonly T[]): readonly T[] => items };
  return given.reduce<FlowerTable>(
    change,
    flowerWar.setup(optionsOf(flowerWar, undefined, options), NAMES.length, asItIs) as FlowerTable,
  );
}

function change(state: object, patch: object): FlowerTable {
  return completed(patched(state, patch, { names: NAMES, itemNames: DAY_NAMES }) as FlowerTable, patch);
}

function playOne(state: State, text: string, chance: Chance): State {
  const [said = '', expected] = text.split(': ');
  const [name = '', ...words] = said.split(' ');
  const played = playStep(flowerWar, state, { step: { seat: seatOf(name), move: words.join(' ') }, chance });
  const reason = played.ok ? undefined : played.reason;
  if (reason !== expected) throw new Error(`${said} is refused: ${reason}, not ${expected}`);
  return played.ok ? played.state : state;
}

/** The state without the turn and the phase. */
function onTable({ tribes, days, pool, out, lake, tally, decks, piles }: FlowerTable) {
  return { tribes, days, pool, out, lake, tally, decks, piles };
}

export type OnTable = ReturnType<typeof onTable>;
