/** The entities of the temple in Home Assistant, and what each must say by the ledger and the device. */
import type { Home } from './home.ts';
import type { Household } from './household.ts';
import { TEMPLE } from './started.ts';
import { until } from './until.ts';

const OFF = ['signal', 'uptime', 'boots'];
const SHOWN = [
  'war',
  'rain',
  'applied',
  'held',
  'refused',
  'turn',
  'mayWar',
  'mayRain',
  'apocalypse',
  'match',
  'deadline',
];
const CONTROLS = ['sacrifice', 'identify', 'light'];

export interface Entity {
  readonly entity_id: string;
  readonly unique_id: string;
  readonly device_id: string;
  readonly disabled_by: string | null;
}

/** Its entities by their keys. */
export async function entitiesOf(home: Home): Promise<ReadonlyMap<string, Entity>> {
  const all: readonly Entity[] = await home.ask('config/entity_registry/list');
  const ours = all.filter(({ unique_id }) => unique_id.startsWith(`${TEMPLE}_`));
  return new Map(ours.map((one) => [one.unique_id.slice(TEMPLE.length + 1), one]));
}

export async function stateOf(
  home: Home,
  key: string,
): Promise<{ state: string; attributes: Record<string, unknown> }> {
  const id = (await entitiesOf(home)).get(key)?.entity_id;
  const state = (await home.states()).find(({ entity_id }) => entity_id === id);
  return state ?? { state: 'absent', attributes: {} };
}

/** What is missing or switched on or off wrongly. */
export async function flawsOfEntities(home: Home): Promise<readonly string[]> {
  const entities = await entitiesOf(home);
  const missing = [...OFF, ...SHOWN, ...CONTROLS].filter((key) => !entities.has(key));
  const wrong = [...entities].filter(([key, { disabled_by }]) => (disabled_by !== null) !== OFF.includes(key));
  return [
    ...missing.map((key) => `${key} is missing`),
    ...wrong.map(([key]) => `${key} is switched on or off wrongly`),
  ];
}

/** Where Home Assistant shows something else than the server and the device know. */
async function differences(home: Home, house: Household): Promise<readonly string[]> {
  const states = new Map((await home.states()).map(({ entity_id, state }) => [entity_id, state]));
  const [ledger, { match }, { odometer }] = [await house.ledger(), house.told, house.twin];
  const sum = (tally: 'applied' | 'held' | 'refused') =>
    String((ledger?.[tally].war ?? 0) + (ledger?.[tally].rain ?? 0));
  const yesOrNo = (holds: boolean | undefined) => (holds ? 'on' : 'off');
  const expected: Readonly<Record<string, string>> = {
    war: String(odometer?.war),
    rain: String(odometer?.rain),
    applied: sum('applied'),
    held: sum('held'),
    refused: sum('refused'),
    turn: yesOrNo(match?.yourTurn),
    mayWar: yesOrNo(match?.mayOffer.war),
    mayRain: yesOrNo(match?.mayOffer.rain),
    match: match?.match === undefined ? 'no match' : match.phase,
    apocalypse: String(match?.apocalypse?.left ?? 'unknown'),
  };
  const entities = await entitiesOf(home);
  return Object.entries(expected).flatMap(([key, is]) => {
    const shown = states.get(entities.get(key)?.entity_id ?? '') ?? 'absent';
    return shown === is ? [] : [`${key} is ${shown} instead of ${is}`];
  });
}

/** Waits until Home Assistant shows what the server and the device know. */
export async function same(home: Home, house: Household, when: string): Promise<void> {
  await until('equal values', async () => (await differences(home, house)).length === 0).catch(async () => {
    throw new Error(`${when}, and ${(await differences(home, house)).join('; ')}`);
  });
}
