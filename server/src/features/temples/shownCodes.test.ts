import { expect, test } from 'vitest';
import { MOST_TRIES, ShownCodes } from './pairing.ts';

const TEMPLE = 'templo-7f3a';
const CODE = '7KQ2M0';
const showing = () => {
  const codes = new ShownCodes();
  codes.show({ temple: TEMPLE, code: CODE, until: 120_000 });
  const use = (by: string, typed: string, now = 0) =>
    codes.use(TEMPLE, { player: by, isCode: (code) => code === typed }, now);
  return { codes, use };
};

test('a code is good once', () => {
  const { use } = showing();
  expect(use('ana', CODE)).toBe(true);
  expect(use('ana', CODE)).toBe(false);
  expect(use('ben', CODE)).toBe(false);
});

test('each player has five tries, and uses up nobody else’s', () => {
  const { use } = showing();
  for (let n = 0; n < MOST_TRIES; n++) expect(use('mallory', '000000')).toBe(false);
  expect(use('mallory', CODE)).toBe(false);
  for (let n = 0; n < MOST_TRIES - 1; n++) expect(use('ana', '000000')).toBe(false);
  expect(use('ana', CODE)).toBe(true);
});

test('a code ends after its time', () => {
  expect(showing().use('ana', CODE, 119_999)).toBe(true);
  expect(showing().use('ana', CODE, 120_000)).toBe(false);
  expect(showing().codes.at(TEMPLE, 120_000)).toBeUndefined();
});

test('one code is shown at a time: the next one ends the one before', () => {
  const { codes, use } = showing();
  codes.show({ temple: TEMPLE, code: 'NEWONE', until: 120_000 });
  codes.withdraw({ temple: TEMPLE, code: CODE });
  expect(use('ana', CODE)).toBe(false);
  expect(use('ana', 'NEWONE')).toBe(true);
});
