/** One temple in one match after another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Hall, templeAt, toOffering } from './hall.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await Hall.open('aedes');
});
afterAll(() => hall?.close());

test('two matches in a row: the second knows nothing of the beads of the first, and has those that fell in between', async () => {
  const [owner, guest] = [await hall.person('Itzel'), await hall.person('Ameyali')];
  const twin = await hall.temple();
  await hall.claim(owner);
  const first = await hall.table(owner, guest);
  await toOffering(first, 2);
  twin.drop('war');
  await first.live.until((live) => templeAt(live)?.war.applied === 1);
  await first.other.resign();
  await first.live.until(({ isOver }) => isOver);

  for (const slot of ['rain', 'rain'] as const) twin.drop(slot);
  await twin.until('beads that wait', ({ ledger }) => ledger?.held.rain === 2);
  expect(twin.ledger).toMatchObject({ sensed: { war: 1, rain: 2 }, applied: { war: 1, rain: 0 } });
  expect(twin.ledger?.match).toBeUndefined();

  const second = await hall.table(owner, guest);
  expect(second.live.view.warTally).toBe(0);
  // With a single skull left, one of the beads may be given back.
  const fate = () => templeAt(second.live)?.rain ?? { applied: 0, refused: 0 };
  await toOffering(second, 1);
  await second.live.until(() => fate().applied + fate().refused === 2);
  await toOffering(second, 1);
  twin.drop('war');
  await second.live.until((live) => templeAt(live)?.war.applied === 2);
  expect(second.live.view).toMatchObject({ warTally: 1, rainTally: fate().applied });
  await twin.answered();
  expect(twin.ledger).toMatchObject({ sensed: { war: 2, rain: 2 }, held: { war: 0, rain: 0 }, match: second.live.id });
});
