/** Whole matches of people who play with the SDK: what they see, say and do. */
import type { FlowerWarClient, TalkLine } from '@flower-war/client';
import { type RecordVerdict, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { dropSocket } from '../support/api.ts';
import { closing, elsewhere, hosted, pair, person, playOn, serveThisFile } from './house.ts';

serveThisFile();

const SHORT = { options: { turnCap: 12, startPlayer: 'host' } };

async function proofOf(client: FlowerWarClient, match: string): Promise<RecordVerdict> {
  return verify(await client.history.record(match), engine);
}

test('two people play a whole match, and each added to its dice', async () => {
  const { ana, ben, match, live, other } = await pair();
  await Promise.all([live, other].map(playOn));
  expect([live.seat, other.seat]).toEqual([0, 1]);
  expect(live.table).toEqual(other.table);
  expect(live.table.result.winners).toHaveLength(1);
  const proof = await proofOf(ana, match.match);
  expect(proof).toMatchObject({ ok: true, contributors: [0, 1] });
  expect(await ana.history.keys()).toContain(proof.ok && proof.signedBy);
  const record = await ben.history.record(match.match);
  for (const { fairness } of [live, other]) {
    expect(fairness.commitment).toBe(match.commitment);
    expect(record).toContain(fairness.contribution);
  }
});

test('a spectator sees everything public and is asked nothing', async () => {
  const { match, live } = await hosted({ ...SHORT, bots: [{ bot: 'greedy' }] });
  const watching = closing(await (await person('Eve')).watch(match));
  const kinds: string[] = [];
  watching.on('events', (events) => kinds.push(...events.map(({ kind }) => kind)));
  await playOn(live);
  await watching.until(({ isOver }) => isOver);
  expect(watching.seat).toBeUndefined();
  expect(watching.legal).toEqual([]);
  expect(watching.table).toEqual(live.table);
  expect(kinds).toContain('tossed');
  expect(await watching.play('toss')).toMatchObject({ kind: 'rejected', code: 'not-seated' });
});

test('two devices of one player see and do the same', async () => {
  const { ana, match, live: here } = await hosted({ ...SHORT, bots: [{ bot: 'greedy' }] });
  const there = closing(await elsewhere(ana).join(match));
  const alsoHere = closing(await ana.join(match));
  await here.until(({ legal }) => legal.length > 0);
  for (const other of [there, alsoHere]) {
    await other.until(({ step }) => step === here.step);
    expect([other.seat, other.legal, other.decision]).toEqual([here.seat, here.legal, here.decision]);
  }
  expect(here.fairness.contribution).toMatch(/^[0-9a-f]{32}$/);
  expect(there.fairness).toEqual({ commitment: here.fairness.commitment }); // this client added nothing, and does not claim that it did
  await there.play(there.legal[0]!);
  await here.until(({ step }) => step === there.step);
  expect(here.legal).toEqual(there.legal);
});

test('a player at a table with habits is never asked to toss, and the record verifies', async () => {
  const { ana, match, live, other } = await pair({ ...SHORT, table: { habits: 'usual' } });
  const asked: string[] = [];
  for (const one of [live, other]) one.on('change', () => asked.push(...one.legal));
  expect(live.habits).toEqual(['toss', 'single']);
  await Promise.all([live, other].map(playOn));
  expect(asked).not.toContain('toss');
  expect(await ana.history.record(match.match)).toContain('"by":"habit"');
  expect(await proofOf(ana, match.match)).toMatchObject({ ok: true });
});

test('a player chooses habits and gives them up, and the other player is not told', async () => {
  const { live, other } = await pair(SHORT);
  await live.until(({ legal }) => legal.includes('toss'));
  expect(await live.keep(['toss'])).toMatchObject({ kind: 'accepted' });
  await live.until(({ legal }) => !legal.includes('toss'));
  expect([live.habits, other.habits]).toEqual([['toss'], []]);
  expect(await live.keep('none')).toMatchObject({ kind: 'accepted' });
  expect(live.habits).toEqual([]);
});

test('lines are told as they come, and once, also over a lost connection', async () => {
  const { live, other } = await pair();
  const told: (string | undefined)[] = [];
  other.on('talk', (lines) => told.push(...lines.map(({ text, phrase }) => text ?? phrase)));
  expect(await live.say('one')).toEqual({ kind: 'accepted', step: 1 });
  await other.until(({ lines }) => lines.length === 1);
  dropSocket(other);
  await other.until(({ isConnected }) => !isConnected);
  await live.phrase('hurry');
  await other.until(({ lines }) => lines.length === 2);
  expect(told).toEqual(['one', 'hurry']);
  expect(other.lines.map(({ n }) => n)).toEqual([1, 2]);
});

test('a player who is muted is not heard until that ends; the host silences for everybody', async () => {
  const { live, other } = await pair();
  const told: TalkLine[] = [];
  live.on('talk', (lines) => told.push(...lines));
  await other.say('one');
  await live.until(({ lines }) => lines.length === 1);
  const { player } = live.lines[0]!;
  live.mute(player);
  await other.say('two');
  await live.say('I');
  await live.until(({ lines }) => lines.length === 1 && lines[0]!.text === 'I');
  expect(told.map(({ text }) => text)).toEqual(['one', 'I']);
  live.mute(player, false);
  expect(live.lines.map(({ text }) => text)).toEqual(['one', 'two', 'I']);
  await live.silence(player);
  expect(await other.say('three')).toMatchObject({ kind: 'rejected', code: 'silenced' });
  await live.silence(player, false);
  expect(await other.say('three')).toMatchObject({ kind: 'accepted' });
});
