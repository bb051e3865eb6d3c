import { expect, test } from 'vitest';
import { PresenceElsewhere, REPEAT_MS } from './presence.ts';

const at = (match: string, ...seats: number[]) => ({ tables: [{ match, seats }] });

test('says which matches changed, and which seats are taken', () => {
  const elsewhere = new PresenceElsewhere();
  expect(elsewhere.hear(at('A', 0, 2), 0)).toEqual(['A']);
  expect(elsewhere.hear(at('A', 2, 0), 1)).toEqual([]);
  expect([...elsewhere.seatsAt('A', 2)].toSorted()).toEqual([0, 2]);
  expect(elsewhere.hear(at('A', 1, 2), 3)).toEqual(['A']);
  expect(elsewhere.hear(at('A'), 4)).toEqual(['A']);
  expect(elsewhere.seatsAt('A', 5).size).toBe(0);
});

test('what a process does not repeat is forgotten, and what it repeats stays', () => {
  const elsewhere = new PresenceElsewhere();
  elsewhere.hear(at('A', 0), 0);
  elsewhere.hear(at('B', 0), 0);
  for (let now = REPEAT_MS; now <= 4 * REPEAT_MS; now += REPEAT_MS) elsewhere.hear(at('A', 0), now);
  expect(elsewhere.seatsAt('A', 4 * REPEAT_MS).size).toBe(1);
  expect(elsewhere.seatsAt('B', 4 * REPEAT_MS).size).toBe(0);
});

test('however many matches are told, the memory is bounded', () => {
  const elsewhere = new PresenceElsewhere();
  for (let n = 0; n < 100_500; n++) elsewhere.hear(at(`M${n}`, 0), n % 1000);
  expect(elsewhere.seatsAt('M0', 1000).size).toBe(0);
  expect(elsewhere.seatsAt('M100499', 1000).size).toBe(1);
});
