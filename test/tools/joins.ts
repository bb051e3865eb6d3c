/**
 * npm run load:joins [-- --clients 500 --matches 100 --rounds 3]: how long players wait who all join at the same
 * moment.
 */

import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { type Joins, measureJoins } from '../src/bench/joins.ts';
import { ChildServer } from '../src/support/childServer.ts';

const LONGEST_MS = 5000;

const { values } = commandLine({
  name: 'load:joins',
  does: 'measures how long players wait who all join at the same moment',
  flags: {
    clients: { kind: 'whole', usual: 500, least: 2, tells: 'players: 2 to 6 for each match' },
    matches: { kind: 'whole', usual: 100, least: 1, tells: 'how many matches' },
    rounds: { kind: 'whole', usual: 3, least: 1, tells: 'how often' },
  },
});
const { clients, matches, rounds } = values;
const seats = clients / matches;
if (!Number.isInteger(seats) || seats < 2 || seats > 6)
  refuse('--clients must be 2 to 6 times --matches, the seats of each.');

console.log(
  `${clients} people join ${matches} matches of ${seats} within a second, on disk; milliseconds until the table`,
);
for (let round = 0; round < rounds; round++) report(await measure());

async function measure(): Promise<Joins> {
  const folder = mkdtempSync(join(tmpdir(), 'joins-'));
  const server = new ChildServer(await freePort(), { DATA_DIR: folder });
  await server.start();
  try {
    return await measureJoins({ url: server.url, matches, seats, withinMs: 1000 });
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true });
  }
}

function report({ waited, problems, seated, cpuSeconds }: Joins): void {
  const at = (share: number) => Math.round(waited[Math.min(waited.length - 1, Math.floor(waited.length * share))] ?? 0);
  const wrong = seated.filter((count) => count !== seats).length;
  const times = `p50 ${at(0.5)}  p95 ${at(0.95)}  longest ${at(1)}`;
  console.log(
    `${times}  refused ${problems.length}  tables not full ${wrong}  CPU of the server ${cpuSeconds.toFixed(2)} s`,
  );
  for (const problem of new Set(problems)) console.log(`  ${problem}`);
  if (problems.length > 0 || wrong > 0 || at(1) > LONGEST_MS) process.exitCode = 1;
}
