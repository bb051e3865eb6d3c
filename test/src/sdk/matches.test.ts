import { FlowerWarClient } from '@flower-war/client';
import { type RecordVerdict, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { dropSocket } from '../support/people.ts';
import { house, person, playOn, serveThisFile } from './house.ts';

serveThisFile();

const SHORT = { options: { turnCap: 12 } };

async function proofOf(client: FlowerWarClient, match: string): Promise<RecordVerdict> {
  return verify(await client.history.record(match), engine);
}

test('two people play a whole match, and each added to its dice', async () => {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const match = await ana.create({ game: 'tieqchieq' });
  const lives = [await ana.join(match), await ben.join(match)];
  await Promise.all(lives.map(playOn));
  expect(lives.map(({ seat }) => seat)).toEqual([0, 1]);
  expect(lives[0]!.table).toEqual(lives[1]!.table);
  expect(lives[0]!.table.result.winners).toHaveLength(1);
  const proof = await proofOf(ana, match.match);
  expect(proof).toMatchObject({ ok: true, contributors: [0, 1] });
  expect(await ana.history.keys()).toContain(proof.ok && proof.signedBy);
  const record = await ben.history.record(match.match);
  for (const { fairness } of lives) {
    expect(fairness.commitment).toBe(match.commitment);
    expect(record).toContain(fairness.contribution);
  }
  for (const live of lives) live.close();
});

test('quick play puts two people at one table', async () => {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const first = await ana.quickPlay('tieqchieq');
  const second = await ben.quickPlay('tieqchieq');
  expect(second.id).toBe(first.id);
  await first.until(({ table }) => table.status === 'running');
  expect(first.table.seats.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  for (const live of [first, second]) live.close();
});

test('a private match lets in who knows its code', async () => {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const match = await ana.create({ game: 'tieqchieq', table: { visibility: 'private' } });
  await expect(ben.join(match)).rejects.toMatchObject({ code: 'wrong-code' });
  await expect(ben.join(match, { code: 'NOPE' })).rejects.toMatchObject({ code: 'wrong-code' });
  await expect(ben.watch(match, 'NOPE')).rejects.toMatchObject({ code: 'wrong-code' });
  const { code } = await ana.match(match.match);
  const live = await ben.join(match, { code: code! });
  expect(live.seat).toBe(0);
  live.close();
});

test('a spectator sees everything public and is asked nothing', async () => {
  const [ana, eve] = await Promise.all([person('Ana'), person('Eve')]);
  const match = await ana.create({ game: 'tieqchieq', ...SHORT, bots: [{ bot: 'greedy' }] });
  const watching = await eve.watch(match);
  const kinds: string[] = [];
  watching.on('events', (events) => kinds.push(...events.map(({ kind }) => kind)));
  const playing = await ana.join(match);
  await playOn(playing);
  await watching.until(({ isOver }) => isOver);
  expect(watching.seat).toBeUndefined();
  expect(watching.legal).toEqual([]);
  expect(watching.table).toEqual(playing.table);
  expect(kinds).toContain('tossed');
  expect(await watching.play('toss')).toMatchObject({ kind: 'rejected', code: 'not-seated' });
  for (const live of [playing, watching]) live.close();
});

test('where watching is off, nobody watches', async () => {
  const [ana, eve] = await Promise.all([person('Ana'), person('Eve')]);
  const match = await ana.create({ game: 'tieqchieq', table: { watching: 'off' } });
  await expect(eve.watch(match)).rejects.toMatchObject({ code: 'watching-off' });
});

test('a match against a bot', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] });
  const live = await ana.join(match);
  await playOn(live);
  expect(await proofOf(ana, match.match)).toMatchObject({ ok: true, contributors: [0] });
  live.close();
});

test('giving up ends the match', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] });
  const live = await ana.join(match);
  expect(await live.resign()).toMatchObject({ kind: 'accepted' });
  expect(live.table).toMatchObject({ status: 'ended', result: { result: 'forfeit', winners: [1] } });
  expect(await live.play('toss')).toMatchObject({ kind: 'rejected', code: 'match-over' });
  live.close();
});

test('a move that nobody asks for has a clear answer', async () => {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const match = await ana.create({ game: 'tieqchieq', options: { startPlayer: 'host' } });
  const first = await ana.join(match);
  expect(await first.play('toss')).toMatchObject({ kind: 'rejected', code: 'not-started' });
  const second = await ben.join(match);
  await second.until(({ table }) => table.status === 'running');
  expect(await second.play('toss')).toMatchObject({ kind: 'rejected', code: 'stale-decision' });
  for (const live of [first, second]) live.close();
});

test('a socket that drops in the middle of the match costs nothing', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', ...SHORT, bots: [{ bot: 'greedy' }] });
  const live = await ana.join(match);
  const connected: boolean[] = [];
  live.on('connected', (isBack) => connected.push(isBack));
  await live.until(({ legal }) => legal.length > 0);
  const before = live.table;
  const playing = live.play(live.legal[0]!);
  dropSocket(live);
  expect(live.table).toBe(before); // the last table stays visible
  expect(await playing).toMatchObject({ kind: 'accepted' });
  expect(connected).toEqual([false, true]);
  await playOn(live);
  expect(await proofOf(ana, match.match)).toMatchObject({ ok: true });
  live.close();
});

test('two devices of one player see and do the same', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', ...SHORT, bots: [{ bot: 'greedy' }] });
  const here = await ana.join(match);
  const there = await new FlowerWarClient({ url: house.url, session: ana.session! }).join(match);
  const alsoHere = await ana.join(match);
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
  await playOn(here);
  for (const live of [here, there, alsoHere]) live.close();
});
