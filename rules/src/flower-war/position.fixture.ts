/** Positions of four tribes written as scenarios write them, and what becomes of them. */
import type { Chance } from '../contract/chance.ts';
import { resolveOptions } from '../contract/resolveOptions.ts';
import { SEATS, type Seat } from '../contract/seat.ts';
import { at } from '../json/at.ts';
import { differences } from '../json/differences.ts';
import { patched } from '../json/patch.ts';
import { DAY_NAMES } from '../ring/model/calendar.ts';
import type { State } from '../ring/view/hidden.ts';
import { playStep } from '../tools/replay.ts';
import { type Script, scriptedChance } from '../tools/scriptedChance.ts';
import { flowerWar } from './index.ts';
import { broken, completed } from './invariants.ts';
import type { FlowerTable } from './model/table.ts';

export type Name = 'E' | 'N' | 'S' | 'W';
const NAMES: readonly string[] = ['E', 'N', 'S', 'W'] satisfies readonly Name[];
export const seatOf = (name: string): Seat => at(SEATS, NAMES.indexOf(name));

/** Played on, it must come to `after`; the turn and whom the match waits for are not looked at. */
export interface Run {
  /** What differs from a fresh match, the later patch on top. */
  readonly given: readonly object[];
  readonly options?: object;
  readonly chance?: Script;
  /** `E play W09`; a move that must be refused says why: `E play R03: banned`. */
  readonly moves?: readonly string[];
  /** What differs from `given`. */
  readonly after: object;
}

/** Everything that lies on the table, as it is at the end of the run, and what is wrong with it. */
export function outcomeOf({ given, options = {}, chance = [], moves = [], after }: Run) {
  const start = position(given, options);
  const luck = scriptedChance(chance);
  const end = moves.reduce<State>((state, text) => playOne(state, text, luck), start) as FlowerTable;
  const problems = [
    ...broken(start).map((line) => `given: ${line}`),
    ...broken(end).map((line) => `after: ${line}`),
    ...luck.rest().map((result) => `nobody used ${JSON.stringify(result)}`),
    ...differences(onTable(change(start, after)), onTable(end)),
  ];
  return { problems, table: onTable(end) };
}

function position(given: readonly object[], options: object): FlowerTable {
  const resolved = resolveOptions(flowerWar, undefined, options);
  if (!resolved.ok) throw new Error(`${resolved.reason}: ${resolved.option}`);
  const asItIs = { ...scriptedChance([]), shuffle: <T>(items: readonly T[]): readonly T[] => items };
  return given.reduce<FlowerTable>(change, flowerWar.setup(resolved.options, NAMES.length, asItIs) as FlowerTable);
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

/** What lies there, whoever's turn it is. */
function onTable({ tribes, days, pool, out, lake, tally, decks, piles }: FlowerTable) {
  return { tribes, days, pool, out, lake, tally, decks, piles };
}

export type OnTable = ReturnType<typeof onTable>;
