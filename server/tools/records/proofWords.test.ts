import type { Proof } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { proofWords } from './proofWords.ts';

const PROOF: Proof = {
  ok: true,
  match: 'ABCD1234',
  game: 'patolli',
  rulesVersion: 2,
  entries: 12,
  moves: 7,
  result: {
    result: 'win',
    winners: [1],
    standings: [{ seat: 1, place: 1, score: 9, breakdown: { beans: 9 } }],
    reason: 'all-home',
  },
  contributors: [0, 2],
  restores: 0,
  signedBy: 'abcd',
};

const words = (...given: Parameters<typeof proofWords>) => proofWords(...given).join('\n');

test('a proof names what was shown, and the result', () => {
  const said = words(PROOF, { kind: 'given' });
  expect(said).toContain('12 entries');
  expect(said).toContain('7 moves, played again by the rules of patolli (version 2)');
  expect(said).toContain('and from what seat 0 and seat 2 added to it');
  expect(said).toContain('by the key abcd,\n              which is the key given.');
  expect(said).toContain('Result: win, all home; seat 1 wins.\n  1.  seat 1: 9 (beans 9)');
});

test('dice that nobody added to are the word of the server alone', () => {
  expect(words({ ...PROOF, contributors: [] }, { kind: 'given' })).toContain('the server alone chose the dice');
});

test('restores are told, since whoever restores can throw again', () => {
  expect(words(PROOF, { kind: 'given' })).not.toContain('restored');
  expect(words({ ...PROOF, restores: 1 }, { kind: 'given' })).toContain('restored:   once from a backup');
  expect(words({ ...PROOF, restores: 3 }, { kind: 'given' })).toContain('restored:   3 times from a backup');
});

test.each([
  [{ kind: 'not-compared' } as const, 'not compared with any other: add --key HEX or --url SERVER'],
  [{ kind: 'published', by: 'https://example.org' } as const, 'which is published by https://example.org'],
])('%j', (check, said) => {
  expect(words(PROOF, check)).toContain(said);
});
