/** One cell of the matrix: sets it up, lets beads fall through its troubles, waits until all is quiet, and judges. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fall } from '@flower-war/temple/twin';
import { AXES, AXIS_NAMES, type Cell } from './axes/axes.ts';
import type { Value } from './axes/axis.ts';
import { openStage, PATIENCE_MS, type Setting, type Stage, type TempleNow } from './stage/stage.ts';
import { type Figures, type Judging, judge } from './verdict/judge.ts';

export interface Report extends Figures {
  readonly seconds: number;
  readonly problems: readonly string[];
}

/** About as many as a table drops in its turns, and no faster than a hand can. */
const BEADS = 30;
const BETWEEN_MS = 200;
const NO_FIGURES: Figures = { dropped: 0, unheard: 0, sensed: 0, applied: 0, held: 0, refused: 0, rev: 0, matches: 0 };

export function runCell(cell: Cell, seed: number): Promise<Report> {
  const values = AXIS_NAMES.map((axis): Value => (AXES[axis] as Readonly<Record<string, Value>>)[cell[axis]] ?? {});
  const isExact = values.every(({ isVague }) => isVague !== true);
  const mayFall = values.some((value) => value.mayFall);
  return judged(settingOf(values, seed), { isExact, mayFall }, async (stage) => {
    await trouble(stage, values);
    return looksOf(values);
  });
}

type Look = (stage: Stage) => Promise<readonly string[]>;

/** Sets up a stage, makes trouble, waits until all is quiet, looks once more, and judges. */
export async function judged(
  setting: Setting,
  judging: Judging,
  trouble: (stage: Stage) => Promise<readonly Look[]>,
): Promise<Report> {
  const began = Date.now();
  const seconds = () => (Date.now() - began) / 1000;
  let stage: Stage | undefined;
  try {
    stage = await openStage(setting);
    const looks = await trouble(stage);
    const { figures, problems } = await quiet(stage, looks, judging);
    return { ...figures, problems, seconds: seconds() };
  } catch (error) {
    return { ...NO_FIGURES, problems: [(error as Error).stack ?? String(error)], seconds: seconds() };
  } finally {
    await stage?.end();
  }
}

const looksOf = (values: readonly Value[]): readonly Look[] => values.flatMap(({ look }) => look ?? []);

function settingOf(values: readonly Value[], seed: number): Setting {
  const dying = values.find((value) => value.dying)?.dying;
  return {
    seed,
    broker: values.find(({ broker }) => broker)?.broker ?? 'mosquitto',
    bridges: Math.max(...values.map(({ bridges = 1 }) => bridges)),
    ...(dying && { dying }),
    twin: Object.assign({}, ...values.map(({ twin }) => twin)),
  };
}

/** Makes all trouble at once. A value that needs the radio for itself comes before other trouble with the radio. */
async function trouble(stage: Stage, values: readonly Value[]): Promise<void> {
  const [device, network, ...rest] = values;
  const radio = device?.isRadio
    ? [inTurn(stage, [device, network])]
    : [device, network].map((value) => inTurn(stage, [value]));
  const isOver = { yet: false };
  const beads = drop(stage, values.find(({ falls }) => falls)?.falls ?? ['clean'], isOver);
  try {
    await Promise.all([...radio, ...rest.map((value) => inTurn(stage, [value]))]);
  } finally {
    isOver.yet = true;
    await beads;
  }
}

async function inTurn(stage: Stage, values: readonly (Value | undefined)[]): Promise<void> {
  for (const value of values) await value?.act?.(stage);
}

/** Drops a minimum of beads, and goes on for as long as there is trouble. */
async function drop({ twin, chance }: Stage, falls: readonly Fall[], isOver: { readonly yet: boolean }): Promise<void> {
  for (let bead = 0; bead < BEADS || !isOver.yet; bead++) {
    twin.drop(chance.coin() ? 'war' : 'rain', chance.pick(falls));
    await sleep(chance.die(BETWEEN_MS));
  }
}

async function quiet(stage: Stage, looks: readonly Look[], judging: Judging) {
  const { twin } = stage;
  twin.heal();
  await twin.connected(PATIENCE_MS);
  await stage.known();
  await heard(stage);
  const seen: string[] = [];
  for (const look of looks) seen.push(...(await look(stage)));
  await heard(stage);
  await stage.people.end();
  const { figures, problems } = await judge(stage, judging);
  return { figures, problems: [...seen, ...problems] };
}

/** Waits until a heartbeat has repeated what was lost, and the server has every bead of this life. */
async function heard(stage: Stage): Promise<void> {
  const { twin } = stage;
  await twin.settled(PATIENCE_MS);
  await stage.pass(31, 1);
  await twin.answered(PATIENCE_MS).catch((error: unknown) => explain(stage, error));
  await stage.until(
    'the server has counted the totals',
    () => stage.temple(),
    ({ account }) => {
      const { epoch = 0, war = 0, rain = 0 } = twin.odometer ?? {};
      const cursor = account.cursors.find((one) => one.epoch === epoch);
      return (cursor?.war ?? 0) >= war && (cursor?.rain ?? 0) >= rain;
    },
  );
}

/** Throws an error that says how far the ledger got on its way to the device. */
async function explain({ twin, monitor, bridges, people, server }: Stage, error: unknown): Promise<never> {
  const { account } = await server.ask<TempleNow>('temple', twin.id);
  const knows = { server: account.rev, broker: monitor.standing.get(twin.id)?.rev, device: twin.ledger?.rev };
  const counts = { device: twin.odometer, server: account.cursors.at(-1), shown: twin.ledger?.through };
  throw new Error(
    `${String(error)}: ${JSON.stringify({ knows, counts, deaths: bridges.deaths, people: people.standing })}`,
  );
}
