/** A process that goes leaves its matches to the others, and its people follow. */
import type { LiveMatch } from '@flower-war/client';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { newMatch, sitDown } from '../support/sockets/plainStream.ts';
import { person } from '../support/api.ts';
import { testServer } from '../support/server.ts';
import { newPerson, send } from '../support/sockets/rawClient.ts';
import { withHouse } from '../lab/house.ts';

const OPERATOR_TOKEN = 'a-token-for-tests-only';

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

withHouse('a process that drains', [['one', 'two', 'three'], { OPERATOR_TOKEN }], (house) => {
  const people = () => ({ owner: house().at('one'), first: house().at('two'), second: house().at('three') });
  /** Asked at another process than the one that is meant. */
  const operator = async (name: string, what: 'drain' | 'undrain') => {
    const path = `/api/operator/processes/${name}/${what}`;
    const { status } = await send(house().at('three'), path, {}, OPERATOR_TOKEN);
    expect(status).toBe(200);
    const drains = what === 'drain' ? 503 : 200;
    await expect.poll(async () => (await fetch(`${house().at(name)}/health/ready`)).status).toBe(drains);
  };

  test('the operator drains one process: its matches move, and come back to none that drains', async () => {
    const { ana, match, lives, played } = await playingAt(people());
    expect(await house().ownerOf(match.match)).toBe('one');
    await operator('one', 'drain');
    await played;
    expect(await verify(await ana.history.record(match.match), engine)).toMatchObject({ ok: true });
    const guest = await newPerson(house().at('two'));
    const late = await newMatch(guest, { game: 'tieqchieq' });
    await operator('two', 'drain');
    await sitDown(await newPerson(house().at('one')), late); // both drain: only the third takes it
    expect(await house().ownerOf(late.match)).toBe('three');
    for (const name of ['one', 'two']) await operator(name, 'undrain');
    const again = await newPerson(house().at('one'));
    await sitDown(again, await newMatch(again, { game: 'tieqchieq' }));
    for (const live of lives) live.close();
  });

  test('the operator drains all: no match stands still, and none begins', async () => {
    const { ana, match, lives, played } = await playingAt(people());
    const lost: boolean[] = [];
    for (const live of lives) live.on('connected', (is) => lost.push(is));
    await send(house().at('two'), '/api/operator/drain', {}, OPERATOR_TOKEN);
    await played;
    expect(lost).toEqual([]);
    expect(await verify(await ana.history.record(match.match), engine)).toMatchObject({ ok: true });
    await expect(ana.create({ game: 'tieqchieq' })).rejects.toMatchObject({ code: 'unavailable', reason: 'draining' });
    for (const live of lives) live.close();
    for (const name of ['one', 'two', 'three']) await operator(name, 'undrain');
  });

  test('the operator drains one after the other: matches stay with the last one', async () => {
    const { lives, played } = await playingAt(people());
    for (const name of ['one', 'two', 'three']) await operator(name, 'drain');
    await played;
    for (const live of lives) live.close();
    for (const name of ['one', 'two', 'three']) await operator(name, 'undrain');
  });
});

withHouse('a process that is alone', [['one'], { OPERATOR_TOKEN }], (house) => {
  test('lets one that comes and stops claim nothing: what that claimed now would stand still until its end', async () => {
    const { database: DATABASE_URL, folder: DATA_DIR } = house();
    const going = await testServer({ JOURNAL: 'sqlite', DATABASE_URL, DATA_DIR });
    const stopped = going.stop();
    await expect(going.services.owners.mayClaim('a match')).rejects.toMatchObject({ peer: { name: 'one' } });
    await stopped;
  });

  test('lets one that is drained and taken back at once own matches as before', async () => {
    const { database: DATABASE_URL, folder: DATA_DIR } = house();
    const { services, stop } = await testServer({ JOURNAL: 'sqlite', DATABASE_URL, DATA_DIR });
    const draining = services.fleet.heardDrain({ isDraining: true });
    await services.fleet.heardDrain({ isDraining: false });
    await draining;
    await expect(services.owners.mayClaim('a match')).resolves.toBeUndefined();
    await stop();
  });

  test('keeps its matches while it drains, and stops as fast as ever', async () => {
    const url = house().at('one');
    const { lives, played } = await playingAt({ owner: url, first: url, second: url });
    const lost: boolean[] = [];
    for (const live of lives) live.on('connected', (is) => lost.push(is));
    await send(url, '/api/operator/drain', {}, OPERATOR_TOKEN);
    await played;
    expect(lost).toEqual([]);
    for (const live of lives) live.close();
    const from = performance.now();
    expect(await house().process('one').end('SIGTERM')).toBe(0);
    expect(performance.now() - from).toBeLessThan(8000);
  });
});
