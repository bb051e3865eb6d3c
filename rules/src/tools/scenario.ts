/** Plays scenario files, which SCENARIOS.md describes, and reports where the rules do something else. */

import { type AnyGame, type Entry, GAMES } from '../catalogue/games.ts';
import { type Seat, SEATS } from '../contract/game.ts';
import { resolveOptions } from '../contract/optionSpec.ts';
import { differences, isObject, patched } from '../json.ts';
import { playStep, type Script, type ScriptedChance, type Step, scriptedChance } from './replay.ts';

export interface Report {
  readonly id: string;
  readonly title: string;
  /** Empty if the rules do what the scenario says. */
  readonly problems: readonly string[];
}

const FILE_KEYS = ['game', 'names', 'preset', 'options', 'seats', 'scenarios'];
const SCENARIO_KEYS = [
  'id',
  'title',
  'preset',
  'options',
  'seats',
  'setup',
  'given',
  'chance',
  'moves',
  'then',
  'legal',
  'result',
];

/** One report for each scenario, in the order of the file. A file that cannot be used gives a single report. */
export function runScenarios(file: unknown): readonly Report[] {
  try {
    const table = tableOf(file);
    return table.scenarios.map((scenario, index) => runScenario(table, scenario, index));
  } catch (error) {
    return [{ id: 'file', title: 'cannot be used', problems: [words(error)] }];
  }
}

/** A position of a scenario: the state in which its first moves leave the match. */
export interface Scene {
  /** The id of the scenario. */
  readonly id: string;
  /** How many of its moves are played, counting those that the rules refuse; 0 is the position that is given. */
  readonly moves: number;
}

/** Plays the first moves of a scenario. It throws if the file has no such scenario, or if a move goes wrong. */
export function positionAt(file: unknown, { id, moves }: Scene): AnyState {
  const table = tableOf(file);
  const scenario = table.scenarios.map((data) => fields(data, 'a scenario')).find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`there is no scenario ${id}`);
  const given = changed(table, start(table, scenario), scenario.given);
  const chance = scriptedChance(readScript(scenario.chance));
  const first = list(scenario.moves, 'moves').slice(0, moves);
  return first.reduce<AnyState>((now, move) => playMove(table, now, { move, chance }), given);
}

/** A scenario as it can be played step by step. */
export interface Staged {
  readonly entry: Entry;
  readonly names: readonly string[];
  readonly given: AnyState;
  readonly luck: Script;
  /** In order; `refused` says why the rules refuse a step, which then changes nothing. */
  readonly steps: readonly StagedStep[];
}

export type StagedStep = Step & { readonly refused?: string };

/** Sets a scenario up. It throws if the file has no such scenario, or if its position cannot occur. */
export function staged(file: unknown, id: string): Staged {
  const table = tableOf(file);
  const scenario = table.scenarios.map((data) => fields(data, 'a scenario')).find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`there is no scenario ${id}`);
  const given = changed(table, start(table, scenario), scenario.given);
  for (const line of table.entry.broken(given)) throw new Error(`given: ${line}`);
  const steps = list(scenario.moves, 'moves').map((move) => {
    const { refused, ...action } = fields(move, 'a move');
    return { ...stepOf(action, table.names), ...(refused !== undefined && { refused: String(refused) }) };
  });
  return { entry: table.entry, names: table.names, given, luck: readScript(scenario.chance), steps };
}

type Fields = Readonly<Record<string, unknown>>;

/** What the scenarios of a file share. */
interface ScenarioFile {
  readonly entry: Entry;
  readonly names: readonly string[];
  readonly file: Fields;
  readonly scenarios: readonly unknown[];
}

function tableOf(data: unknown): ScenarioFile {
  const file = fields(data, 'a scenario file', FILE_KEYS);
  const entry = GAMES.get(String(file.game));
  if (!entry)
    throw new Error(`game: there is no ${JSON.stringify(file.game)}; there are: ${[...GAMES.keys()].join(', ')}`);
  return { entry, file, names: list(file.names, 'names').map(String), scenarios: list(file.scenarios, 'scenarios') };
}

function runScenario(table: ScenarioFile, data: unknown, index: number): Report {
  const known: Fields = isObject(data) ? { ...data } : {};
  const report = { id: String(known.id ?? `number ${index + 1}`), title: String(known.title ?? '') };
  try {
    const scenario = fields(data, 'a scenario', SCENARIO_KEYS);
    for (const key of ['id', 'title']) if (!scenario[key]) throw new Error(`${key}: every scenario has one`);
    return { ...report, problems: play(table, scenario) };
  } catch (error) {
    return { ...report, problems: [words(error)] };
  }
}

type AnyState = ReturnType<AnyGame['setup']>;

function play(table: ScenarioFile, scenario: Fields): readonly string[] {
  const { entry } = table;
  const given = changed(table, start(table, scenario), scenario.given);
  const wrong = entry.broken(given).map((line) => `given: ${line}`);
  if (wrong.length > 0) return wrong;
  const chance = scriptedChance(readScript(scenario.chance));
  const state = list(scenario.moves, 'moves').reduce<AnyState>(
    (now, move) => playMove(table, now, { move, chance }),
    given,
  );
  return [
    ...unused(chance, 'chance'),
    ...differences(changed(table, given, scenario.then), state),
    ...entry.broken(state).map((line) => `after the moves: ${line}`),
    ...legal(table, scenario, state),
    ...result(table, scenario, state),
  ];
}

/** Applies changes to a state, and completes what they leave out. */
function changed({ entry, names }: ScenarioFile, state: AnyState, changes: unknown): AnyState {
  if (changes === undefined) return state;
  const whole = patched(state, changes, { names, itemNames: entry.itemNames });
  return entry.completed(whole, isObject(changes) ? changes : {});
}

/** The fresh match that `given` changes. */
function start({ entry: { game }, file }: ScenarioFile, scenario: Fields): AnyState {
  const preset = scenario.preset ?? file.preset;
  const options = { ...fields(file.options, 'options'), ...fields(scenario.options, 'options') };
  const resolved = resolveOptions(game, preset === undefined ? undefined : String(preset), options);
  if (!resolved.ok) {
    throw new Error(`${resolved.reason}: ${resolved.option}; allowed: ${JSON.stringify(resolved.allowed)}`);
  }
  const seats = seatsOf(game, scenario.seats ?? file.seats ?? game.seats[0]);
  const chance = scriptedChance(readScript(scenario.setup));
  const asItIs = <T>(items: readonly T[]): readonly T[] => items;
  const luck = scenario.setup === undefined ? { ...chance, shuffle: asItIs } : chance;
  const state = game.setup(resolved.options, seats, luck);
  for (const line of unused(chance, 'setup')) throw new Error(line);
  return state;
}

function seatsOf({ seats: [least, most] }: AnyGame, seats: unknown): number {
  if (typeof seats === 'number' && Number.isInteger(seats) && seats >= least && seats <= most) return seats;
  throw new Error(`seats: must be a number from ${least} to ${most}`);
}

function unused(chance: ScriptedChance, key: string): readonly string[] {
  const rest = chance.rest();
  return rest.length > 0 ? [`${key}: results are left over: ${JSON.stringify(rest)}`] : [];
}

function playMove(
  { entry, names }: ScenarioFile,
  state: AnyState,
  { move, chance }: { readonly move: unknown; readonly chance: ScriptedChance },
): AnyState {
  const { refused, ...action } = fields(move, 'a move');
  const text = JSON.stringify(move);
  const played = playStep(entry.game, state, { step: stepOf(action, names), chance });
  if (played.ok && refused === undefined) return played.state;
  if (played.ok) throw new Error(`moves: ${text} should be refused, but the rules allow it`);
  if (played.reason === refused) return state;
  throw new Error(`moves: ${text} is refused: ${played.reason}`);
}

/** Reads a step: `{ red: move 4 }` or `{ leave: red }`. */
function stepOf(action: Fields, names: readonly string[]): Step {
  const [key = '', ...more] = Object.keys(action);
  if (more.length > 0) throw new Error(`moves: one move for each item, not ${JSON.stringify(action)}`);
  if (key === 'leave') return { seat: seatOf(action.leave, names), leaves: true };
  return { seat: seatOf(key, names), move: String(action[key]) };
}

function seatOf(name: unknown, names: readonly string[]): Seat {
  const index = names.indexOf(String(name));
  const seat = SEATS.find((known) => known === (index < 0 ? Number(name) : index));
  if (seat === undefined || name === '')
    throw new Error(`${JSON.stringify(name)} is not a seat; there are: ${names.join(', ')}`);
  return seat;
}

/** Compares the legal moves. It sorts both lists, so that the file need not know the canonical order. */
function legal({ entry: { game }, names }: ScenarioFile, scenario: Fields, state: AnyState): readonly string[] {
  return Object.entries(fields(scenario.legal, 'legal')).flatMap(([name, moves]) => {
    const actual = game.legalMoves(state, seatOf(name, names)).map((move) => game.format(move));
    return differences(list(moves, `legal.${name}`).toSorted(), actual.toSorted(), `legal.${name}`);
  });
}

/** Compares the parts of the result that the scenario names. It may leave out the standings, for example. */
function result({ entry: { game }, names }: ScenarioFile, scenario: Fields, state: AnyState): readonly string[] {
  if (scenario.result === undefined) return [];
  const actual = game.result(state);
  if (!actual) return ['result: the match is not over'];
  return differences(patched(actual, scenario.result, { names, itemNames: [] }), actual, 'result');
}

/** Reads an object and refuses unknown keys. An absent object is empty. */
function fields(data: unknown, what: string, known?: readonly string[]): Fields {
  if (data === undefined) return {};
  if (!isObject(data) || Array.isArray(data))
    throw new Error(`${what}: must be keys with values, not ${JSON.stringify(data)}`);
  const unknown = Object.keys(data).find((key) => known && !known.includes(key));
  if (unknown !== undefined) throw new Error(`unknown key "${unknown}"; ${what} has: ${known?.join(', ')}`);
  return { ...data };
}

function list(data: unknown, key: string): readonly unknown[] {
  if (data === undefined) return [];
  if (!Array.isArray(data)) throw new Error(`${key}: must be a list, not ${JSON.stringify(data)}`);
  return data;
}

/**
 * Reads a script. `HHT T` is four coins; any other item is one result: a die's number, a whole order, a picked item.
 */
function readScript(data: unknown): Script {
  if (data === undefined) return [];
  const items: readonly unknown[] = Array.isArray(data) ? data : [data];
  return items.flatMap((item) => (typeof item === 'string' && COINS.test(item) ? coins(item) : [item]));
}

const COINS = /^[HT][HT ]*$/;
const coins = (text: string): Script => [...text.replaceAll(' ', '')].map((coin) => (coin === 'H' ? 'heads' : 'tails'));

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
