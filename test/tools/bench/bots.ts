/**
 * npm run do -- bench-bots [-- --rounds 8 --seconds 10 --tables 8 --beside 4]: whether moves wait longer while hostile bots think. The server has one
 * core, and the process of the bots has the same one. In turn, the tables beside play against the built-in bot and against hostile ones.
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
  const pairs: (readonly [without: number, with_: number])[] = [];
  for (let round = 0; round < values.rounds; round++) {
    const without = await p99Beside(timed, ['greedy']);
    const hostile = await p99Beside(timed, Object.keys(HOSTILE));
    pairs.push([without, hostile]);
    console.log(
      `round ${round + 1}: p99 ${without.toFixed(2)} ms without, ${hostile.toFixed(2)} ms with hostile bots; the load of the machine is ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  const median = (all: readonly number[]) =>
    shareOf(
      all.toSorted((a, b) => a - b),
      0.5,
    );
  const ratio = median(pairs.map(([without, hostile]) => hostile / without));
  console.log(
    `median p99: ${median(pairs.map(([without]) => without)).toFixed(2)} ms without, ${median(pairs.map(([, hostile]) => hostile)).toFixed(2)} ms with; the median of the pairs is ${((ratio - 1) * 100).toFixed(1)} % more`,
  );
  await Promise.all(timed.map((mover) => mover.stop()));
} finally {
  await server.stop();
  for (const one of [folder, BOTS]) rmSync(one, { recursive: true, force: true });
}

/** The p99 of the timed moves while the tables beside play against these bots. */
async function p99Beside(timed: readonly Mover[], bots: readonly string[]): Promise<number> {
  const names = Array.from({ length: values.beside }, (_, n) => bots[n % bots.length]);
  const beside = await Promise.all(names.map((bot) => Mover.start(server.url, THINKING_MS, bot)));
  await pause(SETTLED_MS);
  const from = performance.now();
  await pause(values.seconds * 1000);
  const took = timed
    .flatMap(({ accepted }) => accepted.filter(({ sentAt }) => sentAt > from))
    .map((move) => move.at - move.sentAt);
  await Promise.all(beside.map((mover) => mover.stop()));
  return shareOf(
    took.toSorted((a, b) => a - b),
    0.99,
  );
}
