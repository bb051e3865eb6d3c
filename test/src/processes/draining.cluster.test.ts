/** A process that goes leaves its matches to the others, and its people follow. */
import type { LiveMatch } from '@flower-war/client';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { noPostgres } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMatch, sitDown } from '../plain/play.ts';
import { person } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import { newPerson, send } from '../support/sockets/rawClient.ts';
import { House } from '../lab/house.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';

const DRAINS = `a process that drains${noPostgres === undefined ? '' : ` (${noPostgres})`}`;

/** Plays the first legal move whenever the seat may move, and counts the accepted moves. */
async function playOn(live: LiveMatch, counts: { moves: number }): Promise<void> {
  for (;;) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    const [first] = live.legal;
    if (live.isOver || first === undefined) return;
    const answer = await live.play(first);
    if (answer.kind === 'accepted') counts.moves++;
    // An answer that was lost may have come from a table that has gone on.
    else if (answer.kind !== 'retry' && answer.code !== 'stale-decision') throw new Error(JSON.stringify(answer));
  }
}

/** Two people at a new match who have begun to play it. */
async function playingAt({ owner, first, second }: Readonly<Record<'owner' | 'first' | 'second', string>>) {
  const [ana, ben] = [await person(first, 'Ana'), await person(second, 'Ben')];
  const match = await (await person(owner, 'Eve')).create({ game: 'tieqchieq' });
  const lives = [await ana.join(match), await ben.join(match)];
  const counts = { moves: 0 };
  const played = Promise.all(lives.map((live) => playOn(live, counts)));
  await expect.poll(() => counts.moves).toBeGreaterThan(5);
  return { ana, match, lives, played };
}

describe.skipIf(noPostgres)(DRAINS, () => {
  let all: House;
  beforeAll(async () => {
    all = await House.open(['one', 'two', 'three'], { OPERATOR_TOKEN });
  }, 120_000);
  afterAll(() => all?.stop());

  const people = () => ({ owner: all.at('one'), first: all.at('two'), second: all.at('three') });
  /** Asked at another process than the one that is meant. */
  const operator = async (name: string, what: 'drain' | 'undrain') => {
    const path = `/api/operator/processes/${name}/${what}`;
    const { status } = await send(all.at('three'), path, {}, OPERATOR_TOKEN);
    expect(status).toBe(200);
    const drains = what === 'drain' ? 503 : 200;
    await expect.poll(async () => (await fetch(`${all.at(name)}/health/ready`)).status).toBe(drains);
  };

  test('the operator drains one process: its matches move, and come back to none that drains', async () => {
    const { ana, match, lives, played } = await playingAt(people());
    expect(await all.ownerOf(match.match)).toBe('one');
    await operator('one', 'drain');
    await played;
    expect(await verify(await ana.history.record(match.match), engine)).toMatchObject({ ok: true });
    const guest = await newPerson(all.at('two'));
    const late = await newMatch(guest, { game: 'tieqchieq' });
    await operator('two', 'drain');
    await sitDown(await newPerson(all.at('one')), late); // both drain: only the third takes it
    expect(await all.ownerOf(late.match)).toBe('three');
    for (const name of ['one', 'two']) await operator(name, 'undrain');
    await sitDown(
      await newPerson(all.at('one')),
      await newMatch(await newPerson(all.at('one')), { game: 'tieqchieq' }),
    );
    for (const live of lives) live.close();
  });

  test('a match whose clock runs is opened elsewhere without a visitor', async () => {
    const host = await newPerson(all.at('one'));
    const match = await newMatch(host, { game: 'tieqchieq', table: { clock: { kind: 'days', days: 1 } } });
    await sitDown(host, match);
    await sitDown(await newPerson(all.at('one')), match);
    expect(await all.ownerOf(match.match)).toBe('one');
    expect(await all.process('one').end('SIGTERM')).toBe(0);
    await expect.poll(() => all.ownerOf(match.match)).toMatch(/two|three/);
    await all.process('one').start();
  });
});

describe.skipIf(noPostgres)('a process that stops', () => {
  test('claims nothing more while another one lives: what it would claim now would stand still until its end', async () => {
    const all = await House.open(['one'], { OPERATOR_TOKEN });
    const { database: DATABASE_URL, folder: DATA_DIR } = all;
    const going = await testServer({ JOURNAL: 'sqlite', DATABASE_URL, DATA_DIR });
    const stopped = going.stop();
    await expect(going.services.owners.mayClaim('a match')).rejects.toMatchObject({ peer: { name: 'one' } });
    await stopped;
    await all.stop();
  }, 60_000);
});

describe.skipIf(noPostgres)('a process that is alone', () => {
  let all: House;
  beforeAll(async () => {
    all = await House.open(['one'], { OPERATOR_TOKEN });
  }, 120_000);
  afterAll(() => all?.stop());

  test('keeps its matches while it drains, and stops as fast as ever', async () => {
    const url = all.at('one');
    const { lives, played } = await playingAt({ owner: url, first: url, second: url });
    const lost: boolean[] = [];
    for (const live of lives) live.on('connected', (is) => lost.push(is));
    await send(all.at('one'), '/api/operator/drain', {}, OPERATOR_TOKEN);
    await played;
    expect(lost).toEqual([]);
    for (const live of lives) live.close();
    const from = performance.now();
    expect(await all.process('one').end('SIGTERM')).toBe(0);
    expect(performance.now() - from).toBeLessThan(2500);
  });
});
