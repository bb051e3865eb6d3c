/**
 * Forged records: the forger knows the format, computes every hash anew, and signs where the key is known. Each entry that cannot follow
 * is in position.test.ts, and a forged record for most of it in protocol/vectors/refused.
 */
import { type Signer, verify } from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { engine } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { type Forge, type ForgedEntry, forge, Scribe, SIGNER } from '../scribe.ts';

const FORGER = signerOf('66'.repeat(32));
const HONEST = new Scribe({ turnCap: 100 }).start('player', 'player').play().end();
const LAST = HONEST.lines.length;

const forged = (change: Forge, signer?: Signer) => forge(HONEST.lines, change, signer);

test('without a change, the forge gives the record back', () => {
  expect(forged(() => {})).toBe(HONEST.text);
  expect(forged(() => {}, SIGNER)).toBe(HONEST.text);
});

test.each<[string, Forge]>([
  ['a move', (bodies) => (bodies[6].move = 'introduce')],
  ['who played', (bodies) => (bodies[1].player = 'p-666')],
  ['a time', (bodies) => bodies[5].at++],
  ['the result', (bodies) => (bodies.at(-1).result.winners = [])],
  ['the key', (bodies) => (bodies.at(-1).key = FORGER.key)],
  ['the signature', (bodies) => (bodies.at(-1).signature = '00'.repeat(64))],
])('hashes alone do not hide that somebody changed %s: the signature fails', async (_name, change) => {
  const verdict = await verify(forged(change), engine);
  expect(verdict).toEqual({
    ok: false,
    line: LAST,
    code: 'signature',
    problem: 'its signature does not fit its text and its key',
  });
});

test('whoever signs with a key of their own can tell another story, but not under the name of the server', async () => {
  const story = forged((bodies) => (bodies[1].player = 'p-666'), FORGER);
  expect(await verify(story, engine)).toMatchObject({ ok: true, signedBy: FORGER.key });
  expect(FORGER.key).not.toBe(SIGNER.key);
});

describe('what even the server cannot sign', () => {
  const move = HONEST.lines.findIndex((line) => line.includes('"move":"toss"'));
  test.each<[string, Forge, number, string]>([
    ['a commitment to another secret', (b) => (b[0].commitment = '11'.repeat(32)), LAST, 'commits to'],
    ['a checksum where none belongs', (b) => (b[31].check = b[32].check), 32, 'checksum'],
    ['a move that is none', (b) => (b[move].move = 'fly'), move + 1, 'bad-notation'],
    ['a move left out', (b) => renumber(b.splice(move, 1) && b), move + 1, ': '],
    ['an abort that the rules had decided', (b) => (b.at(-1).result.result = 'aborted'), LAST, 'another-result'],
    ['a start without everybody', (b) => renumber(b.splice(2, 1) && b), 3, 'seats-free'],
    ['a second beginning', (b) => (b[1] = { ...b[0], seq: 1 }), 2, 'created-twice'],
    ['no beginning', (b) => renumber(b.splice(0, 1) && b), 1, 'begins with'],
    ['an entry after the end', (b) => b.push({ seq: LAST, at: 1, kind: 'started' }), LAST + 1, 'after the end'],
    ['more seats than the game has', (b) => (b[0].seats = 3), 1, '2 to 2 seats'],
    ['an option with a value of its own', (b) => (b[0].options.board = 'X9'), 1, 'option board'],
    ['an option out of its range', (b) => (b[0].options.turnCap = 1e9), 1, 'option turnCap'],
    ['a flag that is a number', (b) => (b[0].options.plusFree = 1), 1, 'option plusFree'],
    ['an option left out', (b) => delete b[0].options.turnCap, 1, 'option turnCap'],
  ])('%s', async (_name, change, line, problem) => {
    const verdict = await verify(forged(change, SIGNER), engine);
    expect(verdict).toMatchObject({ ok: false, line, problem: expect.stringContaining(problem) });
  });

  test('other dice: they follow from the seats of the contributions, and a game played with others goes wrong', async () => {
    const swap: Forge = (b) => ([b[1].contribution, b[2].contribution] = [b[2].contribution, b[1].contribution]);
    const verdict = await verify(forged(swap, SIGNER), engine);
    expect(verdict.ok ? 0 : verdict.line).toBeGreaterThan(4);
  });
});

function renumber(bodies: ForgedEntry[]): void {
  for (const [seq, body] of bodies.entries()) body.seq = seq;
}
