import { expect, test } from 'vitest';
import { Guesses } from './guesses.ts';

const HOUR_MS = 60 * 60 * 1000;
const TEMPLE = 'templo-7f3a';

/** This many wrong guesses, each by its own player from its own address. */
function wrong(guesses: Guesses, many: number): void {
  for (let n = 0; n < many; n++)
    guesses.noteWrong({ address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, player: `p${n}`, at: TEMPLE }, 0);
}

test('whoever guesses at a temple locks themselves out, and with hundreds of addresses still nobody else', () => {
  const guesses = new Guesses();
  wrong(guesses, 9000);
  const holder = { address: '192.168.0.1', player: 'ana', at: TEMPLE };
  expect(guesses.wait(holder, 0)).toBe(0);
  for (let n = 0; n < 10; n++) guesses.noteWrong({ ...holder, address: '192.168.0.2', player: 'ben' }, 0);
  expect(guesses.wait({ ...holder, player: 'ben' }, 0)).toBeGreaterThan(0);
  expect(guesses.wait(holder, 0)).toBe(0);
});

test('so many guesses at one temple as only a horde makes end the guessing of the horde, and of no other', () => {
  const guesses = new Guesses();
  wrong(guesses, 10_000);
  const holder = { address: '192.168.0.1', player: 'ana', at: TEMPLE };
  expect(guesses.wait(holder, 0)).toBe(0);
  for (let n = 0; n < 3; n++) guesses.noteWrong({ ...holder, player: 'ben' }, 0);
  expect(guesses.wait(holder, 0)).toBeGreaterThan(0);
  expect(guesses.wait({ ...holder, at: 'templo-b0b0' }, 0)).toBe(0);
  expect(guesses.wait(holder, HOUR_MS)).toBe(0);
});

test('a neighbour who guesses all the time keeps nobody of the same address out', () => {
  const guesses = new Guesses();
  const ben = { address: '192.168.0.1', player: 'ben', at: 'match M' };
  for (let n = 0; n < 100; n++) guesses.noteWrong({ ...ben, player: `guest ${n}` }, 0);
  for (let n = 0; n < 3; n++) {
    expect(guesses.wait(ben, 0)).toBe(0);
    guesses.noteWrong(ben, 0);
  }
  expect(guesses.wait(ben, 0)).toBeGreaterThan(0);
});

test('a guess that comes too early is told when to come, and may come then', async () => {
  const guesses = new Guesses();
  const ben = { address: '192.168.0.1', player: 'ben', at: 'match M' };
  for (let n = 0; n < 10; n++) guesses.noteWrong(ben, 0);
  const wait = guesses.wait(ben, 0);
  expect(wait).toBe(360);
  await expect(guesses.check(ben, 0)).rejects.toMatchObject({ code: 'too-many-guesses', seconds: wait });
  await expect(guesses.check(ben, wait * 1000)).resolves.toBeUndefined();
  await expect(guesses.check(ben, wait * 1000 - 1000)).rejects.toThrow();
});
