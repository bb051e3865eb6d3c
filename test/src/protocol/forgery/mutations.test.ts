/**
 * A dishonest operator changes real records and seals them anew. Each change is refused, or is on the list of changes
 * that no reader can find. `MUTATIONS=20000 SEED=7 npm test -- test/src/protocol/forgery/mutations.test.ts` searches
 * longer.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Entry, verify } from '@flower-war/protocol';
import { type AnyGame, engine, fastChance, GAMES } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { copyFolder } from '../../data/kept.ts';
import { eventful } from './eventful.ts';
import { mutated } from './mutations.ts';
import { UNDETECTABLE } from './undetectable.ts';

const SEED = Number(process.env.SEED ?? 1);
const MUTATIONS = Number(process.env.MUTATIONS ?? 200);
const RECORDS = Math.max(8, Math.ceil(MUTATIONS / 100));
const ENTRIES = 90;

/** From the data folder of an earlier version. */
function kept(): readonly (readonly string[])[] {
  const { folder } = copyFolder('90c90f0/stopped');
  const database = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  const rows = database.prepare('SELECT match, line FROM entries ORDER BY match, seq').all();
  database.close();
  rmSync(folder, { recursive: true });
  const records = Map.groupBy(rows as { match: string; line: string }[], ({ match }) => match);
  return [...records.values()]
    .map((all) => all.map(({ line }) => line))
    .filter((all) => all.at(-1)?.includes('"kind":"ended"'));
}

function made(): readonly (readonly string[])[] {
  const games = [...GAMES.values()].map(({ game }) => game);
  return Array.from({ length: RECORDS }, (_, n) =>
    eventful({ game: games[n % games.length]!, seed: SEED + n, entries: ENTRIES }),
  );
}

const engineFor = async (line: string): Promise<AnyGame> => {
  const { game, rulesVersion } = JSON.parse(line) as Extract<Entry, { kind: 'created' }>;
  return (await engine(game, rulesVersion))!;
};

test(`${MUTATIONS} changes are refused, or known to be hidden by nature, seed ${SEED}`, {
  timeout: 3_600_000,
}, async () => {
  const chance = fastChance(SEED);
  const records = [...kept(), ...made()];
  for (const lines of records) expect(await verify(`${lines.join('\n')}\n`, engine)).toMatchObject({ ok: true });
  const hidden = new Map<string, number>();
  let refused = 0;
  for (let n = 0; n < MUTATIONS; n++) {
    const lines = chance.pick(records);
    const { name, text } = mutated(lines, await engineFor(lines[0]!), chance);
    const verdict = await verify(text, engine);
    if (!verdict.ok) refused++;
    else hidden.set(name, (hidden.get(name) ?? 0) + 1);
  }
  const unknown = [...hidden].filter(([name]) => !UNDETECTABLE.some(({ change }) => change.test(name)));
  expect(unknown).toEqual([]);
  expect(refused).toBeGreaterThan(MUTATIONS / 2);
  if (process.env.TELL) console.log(refused, hidden);
});
