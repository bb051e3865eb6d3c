import { expect, test } from 'vitest';
import { MOST_TRIES, ShownCodes } from './shownCodes.ts';

const TEMPLE = 'templo-7f3a';
const CODE = '7KQ2M0';
const showing = (player?: string) => {
  const codes = new ShownCodes();
  codes.show({ temple: TEMPLE, code: CODE, until: 120_000, ...(player !== undefined && { player }) });
  const use = (by: string, typed: string, now = 0) =>
    codes.use(TEMPLE, { player: by, isCode: (code) => code === typed }, now);
  return { codes, use };
};

test('a code is good once', () => {
  const { use } = showing('ana');
  expect(use('ana', CODE)).toBe(true);
  expect(use('ana', CODE)).toBe(false);
});

test('a code is for who asked for it, and others cost it no try', () => {
  const { use } = showing('ana');
  for (let n = 0; n < 9; n++) expect(use('ben', CODE)).toBe(false);
  expect(use('ana', CODE)).toBe(true);
});

test('a code that the host has shown is for anybody', () => {
  expect(showing().use('ben', CODE)).toBe(true);
});

test('a code has five tries', () => {
  const { use } = showing('ana');
  for (let n = 0; n < MOST_TRIES - 1; n++) expect(use('ana', '000000')).toBe(false);
  expect(use('ana', CODE)).toBe(true);
  const again = showing('ana');
  for (let n = 0; n < MOST_TRIES; n++) again.use('ana', '000000');
  expect(again.use('ana', CODE)).toBe(false);
});

test('a code ends after its time', () => {
  expect(showing('ana').use('ana', CODE, 119_999)).toBe(true);
  expect(showing('ana').use('ana', CODE, 120_000)).toBe(false);
});

test('one code is shown at a time: the next one of the same player ends the one before, another player waits', () => {
  const { codes, use } = showing('ana');
  expect(codes.isBusy(TEMPLE, 'ben', 0)).toBe(true);
  expect(codes.isBusy(TEMPLE, 'ben', 120_000)).toBe(false);
  const { codes: fresh, use: useFresh } = showing('ana');
  expect(fresh.isBusy(TEMPLE, 'ana', 0)).toBe(false);
  fresh.show({ temple: TEMPLE, code: 'NEWONE', until: 120_000, player: 'ana' });
  expect(useFresh('ana', CODE)).toBe(false);
  expect(useFresh('ana', 'NEWONE')).toBe(true);
  codes.withdraw({ temple: TEMPLE, code: 'other' });
  expect(use('ana', CODE)).toBe(false); // it ran out when the clock was asked at its end
});
