/**
 * npm run do -- bench-bots [-- --rounds 8 --seconds 10 --tables 8 --beside 4]: whether moves wait longer while hostile bots think. The server has one
 * core, and the process of the bots has the same one. In turn, the tables beside play against hostile bots, and as many moves against the built-in
 * one, which answers at once.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '@flower-war/protocol/command-line';
import { LoadedServer } from '@flower-war/loadtest/server';
import { Mover } from '../../src/lab/person.ts';
import { at as shareOf } from '../../src/lab/chaos.ts';
import { UNLIMITED } from '../../src/support/server.ts';

const THINKING_MS = 50;
/** The tables beside have sat down, and the process of the bots runs. */
const SETTLED_MS = 2000;

const moving = (body: string) => `export default function move({ legal }) { ${body} }`;
const HOSTILE: Readonly<Record<string, string>> = {
  endless: moving('for (;;);'),
  hoarder: moving('const all = []; for (;;) all.push({ all });'),
  seeker: moving('return /^(a+)+$/.test("a".repeat(50) + "b") ? legal[0] : legal[1];'),
  sorter: moving('const a = Array.from({ length: 1e6 }, (_, n) => n * 7919 % 1e6); for (;;) a.sort().reverse();'),
};

const { values } = commandLine({
  name: 'do -- bench-bots',
  does: 'measures whether moves wait longer while hostile bots of a host think on the same core',
  flags: {
    rounds: { kind: 'whole', usual: 8, least: 1, tells: 'how often both are measured' },
    seconds: { kind: 'whole', usual: 10, least: 1, tells: 'how long each is measured' },
    tables: { kind: 'whole', usual: 8, least: 1, tells: 'tables whose moves are timed' },
    beside: { kind: 'whole', usual: 4, least: 1, tells: 'tables beside them, with the hostile bots or without' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'bench-bots-'));
const BOTS = mkdtempSync(join(tmpdir(), 'hostile-'));
for (const [name, code] of Object.entries(HOSTILE)) writeFileSync(join(BOTS, `tieqchieq.${name}.js`), code);
const settings = { ...UNLIMITED, BOTS, BOT_DELAY_MS: '20', MESSAGES_PER_SECOND: '10000', LOG_LEVEL: 'fatal' };
const server = await LoadedServer.start({ folder, processes: undefined, settings });
try {
  const timed = await Promise.all(Array.from({ length: values.tables }, () => Mover.start(server.url, THINKING_MS)));
  await pause(SETTLED_MS);
  const all: { readonly without: number[]; readonly hostile: number[] } = { without: [], hostile: [] };
  for (let round = 0; round < values.rounds; round++) {
    const hostile = await timedBeside(timed, Object.keys(HOSTILE), THINKING_MS);
    const paceMs = (values.beside * values.seconds * 1000) / hostile.beside;
    const without = await timedBeside(timed, ['greedy'], paceMs);
    all.without.push(...without.took);
    all.hostile.push(...hostile.took);
    console.log(
      `round ${round + 1}: p99 ${p99Of(without.took).toFixed(2)} ms without, ${p99Of(hostile.took).toFixed(2)} ms with hostile bots; ${without.beside} and ${hostile.beside} moves beside; the load of the machine is ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  const [without, hostile] = [p99Of(all.without), p99Of(all.hostile)];
  console.log(
    `p99 of ${all.without.length} and ${all.hostile.length} moves: ${without.toFixed(2)} ms without, ${hostile.toFixed(2)} ms with hostile bots, which is ${((hostile / without - 1) * 100).toFixed(1)} % more`,
  );
  await Promise.all(timed.map((mover) => mover.stop()));
} finally {
  await server.stop();
  for (const one of [folder, BOTS]) rmSync(one, { recursive: true, force: true });
}

interface Timed {
  /** How long each timed move took, in milliseconds. */
  readonly took: readonly number[];
  /** How many moves the people at the tables beside made. */
  readonly beside: number;
}

/** Times moves while people at the tables beside play against these bots, and think so long before each move. */
async function timedBeside(timed: readonly Mover[], bots: readonly string[], thinkingMs: number): Promise<Timed> {
  const names = Array.from({ length: values.beside }, (_, n) => bots[n % bots.length]);
  const beside = await Promise.all(names.map((bot) => Mover.start(server.url, thinkingMs, bot)));
  await pause(SETTLED_MS);
  const from = performance.now();
  await pause(values.seconds * 1000);
  const since = (movers: readonly Mover[]) =>
    movers.flatMap(({ accepted }) => accepted.filter(({ sentAt }) => sentAt > from));
  const took = since(timed).map((move) => move.at - move.sentAt);
  const moves = since(beside).length;
  await Promise.all(beside.map((mover) => mover.stop()));
  return { took, beside: moves };
}

function p99Of(took: readonly number[]): number {
  return shareOf(
    took.toSorted((a, b) => a - b),
    0.99,
  );
}
