/** Long work lets other work have its turn. The clock of these tests moves only when it is read. */
import { expect, test } from 'vitest';
import { openMatch } from '../matches/openMatch.ts';
import { newTable, playOne, runningMatch } from '../matches/table.fixture.ts';
import { Crowd, Slices } from './scheduling.ts';

/** Each reading of the clock takes 3 ms, so four parts fill a slice. */
function slow(): Slices {
  let now = 0;
  return new Slices(() => (now += 3));
}

test('of several long works one goes on in each turn of the loop', async () => {
  let turns = 0;
  let isCounting = true;
  const count = () => {
    turns++;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const at: number[] = [];
  const work = async () => {
    const slices = slow();
    for (let part = 0; part < 12; part++)
      if (slices.isOver) {
        await slices.rest();
        at.push(turns);
      }
  };
  await Promise.all([work(), work(), work(), work(), work()]);
  isCounting = false;
  expect(at.length).toBeGreaterThanOrEqual(10);
  expect(new Set(at).size).toBe(at.length);
});

test('a record is opened in slices, and others have their turn between them', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  while (match.length < 200) await playOne(match);
  const stored = await table.journal.read(match.id);
  const slices = slow();
  const told: number[] = [];
  const tell = ({ entry }: { readonly entry: { readonly seq: number } }) => void told.push(entry.seq);
  const opened = await openMatch(stored!, async () => match.engine, { slices, tell });
  expect(told).toEqual(Array.from({ length: match.length - 1 }, (_, i) => i + 1));
  expect(slices.count).toBeGreaterThan(told.length / 5);
  expect(opened.position).toEqual(match.position);
});

test('a crowd begins two by two, in its order, and a single request waits for nothing', async () => {
  const crowd = new Crowd(2);
  const [begun, seen]: [number[], number[][]] = [[], []];
  const look = () => {
    seen.push(begun.splice(0));
    if (seen.length < 5) setImmediate(look);
  };
  for (let n = 0; n < 5; n++) {
    const turn = crowd.turn();
    if (turn === undefined) begun.push(n);
    else void turn.then(() => begun.push(n));
  }
  look();
  await expect.poll(() => seen.length).toBe(5);
  expect(seen.flat()).toEqual([0, 1, 2, 3, 4]);
  expect(Math.max(...seen.map(({ length }) => length))).toBe(2);
  expect(crowd.turn()).toBeUndefined();
});
