/** Whole tournaments of each kind, over real HTTP and sockets. */
import { type FlowerWarClient, followTournament, type TournamentView } from '@flower-war/client';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { closing, house, idOf, person, playOn, serveThisFile } from '../sdk/house.ts';

let clock = 1_800_000_000_000;
serveThisFile({ OPERATOR_TOKEN, LIMITS: '0' }, { now: () => clock });

const operator = operatorOf(() => house.url);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const chance = fastChance(seed);
const MINUTE = 60_000;
const PATIENCE = { timeout: 20_000, interval: 100 };
const people = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => person(`P${n}`)));
/** A player with a name and a recovery code. */
async function owner(name = 'Olin'): Promise<FlowerWarClient> {
  const client = await person(name);
  await client.account.choose(name);
  return client;
}
const wish = (more: object = {}) =>
  ({ name: 'Friday cup', kind: 'swiss', game: 'tieqchieq', startsAt: clock + 60 * MINUTE, ...more }) as const;
const refused = (reason: string) => ({ code: 'tournament-refused', reason });
const by = (all: readonly FlowerWarClient[], player: string) => all.find((one) => idOf(one) === player);

/** Both sit down, and one of them resigns; a few play to the end. */
async function playTable(all: readonly FlowerWarClient[], { match, seats }: TournamentView['tables'][number]) {
  const lives = await Promise.all(seats.map(async ({ player }) => closing(await by(all, player)!.join(match))));
  const isPlayed = chance.die(8) === 1;
  if (isPlayed) await Promise.all(lives.map((live) => playOn(live)));
  for (const live of chance.shuffle(lives).slice(1)) {
    await live.until(({ table }) => table.status !== 'open');
    if (!isPlayed) await live.resign();
  }
  for (const live of lives) live.close();
}

/** Until it has ended. Time passes between the looks, for arenas. */
async function playAll(all: readonly FlowerWarClient[], tournament: string): Promise<TournamentView> {
  const done = new Set<string>();
  for (;;) {
    const view = await all[0]!.tournaments.get(tournament);
    if (view.status === 'ended') return view;
    const open = view.tables.filter((table) => table.outcome === undefined && !done.has(table.match));
    for (const table of open) {
      const found = await all[0]!.match(table.match).catch(() => undefined);
      if (found === undefined) continue; // it is being made
      done.add(table.match);
      await playTable(all, table);
    }
    clock += 1000;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The simulated club counts the points of each kind anew: src/simulation/club/recount.ts. */
test.for([
  ['swiss', 5, { rounds: 2 }],
  ['round-robin', 3, {}],
  ['knockout', 5, {}],
  ['arena', 4, { minutes: 1 }],
] as const)(`a whole %s of %i players (SEED=${seed})`, { timeout: 120_000 }, async ([kind, count, more]) => {
  const maker = await owner();
  const all = await people(count);
  const made = await maker.tournaments.create(wish({ kind, ...more }));
  for (const one of all) await one.tournaments.enter(made.tournament);
  expect(await maker.tournaments.steer(made.tournament, 'begin')).toMatchObject({ status: 'running', entered: count });
  const view = await playAll(all, made.tournament);
  expect(view).toMatchObject({ status: 'ended', why: 'played' });
  if (kind === 'round-robin') expect(view.standings.every(({ matches }) => matches === count - 1)).toBe(true);
  const whole = await maker.tournaments.get(made.tournament, { tables: 'all' });
  expect(whole.tables.map(({ n }) => n)).toEqual([...whole.tables.keys()]);
  expect(whole.tables.filter(({ round }) => round === view.round)).toEqual(view.tables);
  if (kind === 'knockout') {
    const [final] = view.tables;
    expect(view.tables).toHaveLength(1);
    expect(view.standings[0]!.player).toBe(final!.seats.find(({ place }) => place === 1)!.player);
  }
});

test('a round robin that is made now counts a bye as a win if the opponent has left', { timeout: 60_000 }, async () => {
  const maker = await owner();
  const all = await people(3);
  const { tournament } = await maker.tournaments.create(wish({ kind: 'round-robin' }));
  for (const one of all) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  const first = () => maker.tournaments.get(tournament).then(({ byes }) => byes[0]?.player ?? '');
  await expect.poll(first, PATIENCE).not.toBe('');
  const gone = await first();
  await by(all, gone)!.tournaments.withdraw(tournament);
  const { standings } = await playAll(all, tournament);
  const points = (of: typeof standings) => of.reduce((sum, one) => sum + one.points, 0);
  // One for a win of the two, and one of each for the player who has left.
  expect(points(standings.filter(({ player }) => player !== gone))).toBe(6);
});

test.each([
  ['all may see', 'public'],
  ['its players alone may see', 'private'],
] as const)('%s what was played in a tournament that is %s', async (_, visibility) => {
  const maker = await owner();
  const all = (await people(2)) as [FlowerWarClient, FlowerWarClient];
  const { tournament, code } = await maker.tournaments.create(wish({ rounds: 1, visibility }));
  for (const one of all) await one.tournaments.enter(tournament, code);
  await maker.tournaments.steer(tournament, 'begin');
  const { match } = (await playAll(all, tournament)).tables[0]!;
  const refusals = async ({ history }: FlowerWarClient) => {
    const ways = [history.record(match), history.course(match), history.continue(match, { seq: 3 })];
    return (await Promise.allSettled(ways)).map((way) => (way.status === 'rejected' ? way.reason.code : 'seen'));
  };
  expect(await refusals(all[0])).toEqual(['seen', 'seen', 'seen']);
  const outcome = visibility === 'public' ? 'seen' : 'forbidden';
  expect(await refusals(await person('Eve'))).toEqual([outcome, outcome, outcome]);
  // A link with a code leads others to what they could not see else. Where all may see it, the page shares it without one.
  expect((await all[0].match(match)).link === undefined).toBe(visibility === 'public');
});

test('an answer says by a tag what it is, and a client that has it gets no body; the tag changes with the answer, and with the caller', async () => {
  const [maker, ana] = [await owner(), await person('Ana')];
  const { tournament } = await maker.tournaments.create(wish());
  const ask = (path: string, tag = '', token = '') =>
    fetch(`${house.url}${path}`, {
      headers: { 'if-none-match': tag, authorization: token, 'cache-control': 'max-age=0' },
    });
  for (const path of [`/api/tournaments/${tournament}`, '/api/tournaments']) {
    const first = await ask(path);
    const tag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      'private, no-cache',
      'Authorization',
    ]);
    const second = await ask(path, tag);
    expect([second.status, await second.text()]).toEqual([304, '']);
    await ana.tournaments.enter(tournament);
    expect((await ask(path, tag)).status).toBe(200);
    await ana.tournaments.withdraw(tournament);
  }
  const open = (await ask(`/api/tournaments/${tournament}`)).headers.get('etag') ?? '';
  expect((await ask(`/api/tournaments/${tournament}`, open, `Bearer ${ana.session!.token}`)).status).toBe(200);
});

test('who follows a tournament is told each change once, and the end', async () => {
  const [maker, ana] = [await owner(), await person('Ana')];
  const { tournament } = await maker.tournaments.create(wish());
  const seen = [];
  for await (const view of followTournament(maker, tournament, { every: 20 })) {
    seen.push([view.entered, view.status]);
    if (seen.length === 1) await ana.tournaments.enter(tournament);
    if (seen.length === 2) await maker.tournaments.steer(tournament, 'end');
  }
  expect(seen).toEqual([
    [0, 'open'],
    [1, 'open'],
    [1, 'ended'],
  ]);
});

test('a player who enters again and again is refused, and so is a maker who pauses again and again', {
  timeout: 60_000,
}, async () => {
  const maker = await owner();
  const [ana, beto, caro] = (await people(3)) as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  const { tournament } = await maker.tournaments.create(wish({ kind: 'arena' }));
  for (const one of [beto, caro]) await one.tournaments.enter(tournament);
  for (let n = 0; n < 5; n++) {
    await ana.tournaments.enter(tournament);
    await ana.tournaments.withdraw(tournament);
  }
  await expect(ana.tournaments.enter(tournament)).rejects.toMatchObject(refused('too-often'));
  await maker.tournaments.steer(tournament, 'begin');
  for (let n = 0; n < 50; n++) {
    await maker.tournaments.steer(tournament, 'pause');
    await maker.tournaments.steer(tournament, 'go-on');
  }
  await expect(maker.tournaments.steer(tournament, 'pause')).rejects.toMatchObject(refused('too-often'));
  expect(await maker.tournaments.steer(tournament, 'end')).toMatchObject({ status: 'ended' });
});

test('no player sits down at an open table of a tournament that has ended', async () => {
  const maker = await owner();
  const [ana, beto] = (await people(2)) as [FlowerWarClient, FlowerWarClient];
  const { tournament } = await maker.tournaments.create(wish({ kind: 'knockout' }));
  for (const one of [ana, beto]) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  const matchOf = async () => (await ana.tournaments.get(tournament)).mine?.match ?? '';
  await expect
    .poll(
      async () =>
        ana.match(await matchOf()).then(
          ({ status }) => status,
          () => '',
        ),
      PATIENCE,
    )
    .toBe('open');
  const match = await matchOf();
  closing(await ana.join(match));
  await maker.tournaments.steer(tournament, 'end');
  await expect(beto.join(match)).rejects.toMatchObject(refused('ended'));
  closing(await ana.join(match)); // the seat that she has stays hers
});

test('a player who does not come loses, and is not paired before checking in; no stranger sits down there', {
  timeout: 60_000,
}, async () => {
  const maker = await owner();
  const [ana, beto] = (await people(2)) as [FlowerWarClient, FlowerWarClient];
  const { tournament } = await maker.tournaments.create(wish({ rounds: 2 }));
  for (const one of [ana, beto]) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  const find = async () => (await ana.tournaments.get(tournament)).mine?.match;
  await expect.poll(find, PATIENCE).toBeTypeOf('string');
  const match = (await find())!;
  await expect
    .poll(
      () =>
        ana.match(match).then(
          ({ status }) => status,
          () => '',
        ),
      PATIENCE,
    )
    .toBe('open');
  closing(await ana.join(match));
  const eve = await person('Eve');
  await expect(eve.join(match)).rejects.toMatchObject({ code: 'not-admitted' });
  closing(await eve.watch(match));
  clock += 6 * MINUTE;
  await expect.poll(async () => (await ana.tournaments.get(tournament)).status, PATIENCE).toBe('ended');
  const { standings, tables } = await beto.tournaments.get(tournament);
  expect(tables[0]).toMatchObject({ outcome: 'no-show', round: 1 });
  expect(standings).toMatchObject([
    { player: idOf(ana), points: 2, state: 'checked-in' },
    { player: idOf(beto), points: 0, state: 'away' },
  ]);
});

test('a block: the two never play each other, and the table that they share is not played', async () => {
  const maker = await owner();
  const all = (await people(3)) as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  const [ana, beto] = all;
  await ana.people.block(idOf(beto));
  const { tournament } = await maker.tournaments.create(wish({ kind: 'round-robin' }));
  for (const one of all) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  await playAll(all, tournament);
  const { tables, standings } = await beto.tournaments.get(tournament, { tables: 'all' });
  const isTheirs = ({ seats }: TournamentView['tables'][number]) =>
    [ana, beto].every((one) => seats.some(({ player }) => player === idOf(one)));
  expect(tables.map((table) => [isTheirs(table), table.outcome]).toSorted()).toEqual([
    [false, 'played'],
    [false, 'played'],
    [true, 'unplayed'],
  ]);
  const theirs = tables.find(isTheirs)!;
  expect(theirs.seats.map(({ place, points, isAbsent }) => [place, points, isAbsent])).toEqual([
    [1, 1, false],
    [1, 1, false],
  ]);
  await expect(beto.match(theirs.match)).rejects.toMatchObject({ code: 'no-such-match' });
  expect(standings.map(({ matches }) => matches)).toEqual([2, 2, 2]);
});

test('a block counts from the next round on: it takes no seat from a player who sits at a table already', async () => {
  const maker = await owner();
  const all = (await people(3)) as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  const [ana, beto, caro] = all;
  const { tournament } = await maker.tournaments.create(wish({ game: 'mexica', seats: 3, rounds: 1 }));
  for (const one of all) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  const status = async () => {
    const [table] = (await ana.tournaments.get(tournament)).tables;
    return table && (await ana.match(table.match).catch(() => undefined))?.status;
  };
  await expect.poll(status, PATIENCE).toBe('open');
  const { tables } = await ana.tournaments.get(tournament);
  for (const one of [ana, beto]) closing(await one.join(tables[0]!.match));
  await ana.people.block(idOf(beto));
  closing(await caro.join(tables[0]!.match));
  await expect.poll(status, PATIENCE).toBe('running');
});

test('a table of four begins with a bot in the seat of a player who does not come', { timeout: 90_000 }, async () => {
  const maker = await owner();
  const all = await people(4);
  const { tournament } = await maker.tournaments.create(wish({ game: 'mexica', seats: 4, rounds: 1 }));
  for (const one of all) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  const find = async () => (await all[0]!.tournaments.get(tournament)).mine?.match;
  await expect.poll(find, PATIENCE).toBeTypeOf('string');
  const match = (await find())!;
  await expect
    .poll(
      () =>
        all[0]!.match(match).then(
          ({ status }) => status,
          () => '',
        ),
      PATIENCE,
    )
    .toBe('open');
  const lives = await Promise.all(all.slice(1).map(async (one) => closing(await one.join(match))));
  clock += 4 * MINUTE;
  await expect.poll(async () => (await all[0]!.match(match)).status, PATIENCE).toBe('running');
  for (const live of lives.slice(1)) await live.resign();
  await lives[0]!.resign();
  await expect
    .poll(async () => (await all[0]!.tournaments.get(tournament)).status, { ...PATIENCE, timeout: 60_000 })
    .toBe('ended');
  const { standings } = await maker.tournaments.get(tournament);
  expect(standings.at(-1)).toMatchObject({ player: idOf(all[0]!), points: 0, state: 'away' });
});

test('entering, checking in and steering are refused with a reason where they cannot be', async () => {
  const maker = await owner();
  const [ana, beto, caro] = (await people(3)) as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  const { tournament, code } = await maker.tournaments.create(
    wish({ visibility: 'private', checkInMinutes: 10, most: 2 }),
  );
  expect((await maker.tournaments.list()).some((one) => one.tournament === tournament)).toBe(false);
  for (const typed of [undefined, 'WRONG'])
    await expect(ana.tournaments.enter(tournament, typed)).rejects.toMatchObject({ code: 'wrong-code' });
  for (const asked of [{}, { tables: 'all' }, { tables: 'all', code: 'WRONG' }] as const)
    await expect(ana.tournaments.get(tournament, asked)).rejects.toMatchObject({ code: 'wrong-code' });
  await expect(ana.tournaments.checkIn(tournament)).rejects.toMatchObject(refused('not-entered'));
  await ana.tournaments.enter(tournament, ` ${code!.toLowerCase()}`); // as people type
  expect((await ana.tournaments.enter(tournament)).mine).toEqual({ state: 'entered' });
  await expect(ana.tournaments.checkIn(tournament)).rejects.toMatchObject(refused('too-early'));
  await beto.tournaments.enter(tournament, code);
  await expect(caro.tournaments.enter(tournament, code)).rejects.toMatchObject(refused('full'));
  await expect(ana.tournaments.steer(tournament, 'begin')).rejects.toMatchObject({ code: 'forbidden' });
  for (const to of ['pause', 'go-on'] as const)
    await expect(maker.tournaments.steer(tournament, to)).rejects.toMatchObject(refused('not-begun'));
  await expect(maker.tournaments.steer(tournament, 'begin')).rejects.toMatchObject(refused('too-few'));
  clock += 55 * MINUTE;
  expect((await ana.tournaments.get(tournament)).mine).toEqual({ state: 'entered', mayCheckIn: true });
  expect((await ana.tournaments.checkIn(tournament)).mine).toEqual({ state: 'checked-in' });
  await ana.tournaments.withdraw(tournament);
  await expect(ana.tournaments.checkIn(tournament)).rejects.toMatchObject(refused('withdrawn'));
  clock += 6 * MINUTE;
  expect((await maker.tournaments.mine())[0]?.status).toBe('open'); // signs in anew, as its token is an hour old
  expect((await maker.tournaments.steer(tournament, 'end')).why).toBe('host');
  await expect(caro.tournaments.enter(tournament, code)).rejects.toMatchObject(refused('ended'));
  await expect(maker.tournaments.steer(tournament, 'end')).rejects.toMatchObject(refused('ended'));
  await expect(ana.tournaments.get('t-none')).rejects.toMatchObject({ code: 'no-such-tournament' });
});

test('a player who missed the check-in comes into no Swiss tournament in its last round', async () => {
  const maker = await owner();
  const all = (await people(3)) as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  const [ana, beto, caro] = all;
  const { tournament } = await maker.tournaments.create(
    wish({ rounds: 1, lateEntry: true, checkInMinutes: 60, startsAt: clock + 30 * MINUTE }),
  );
  for (const one of all) await one.tournaments.enter(tournament);
  for (const one of [ana, beto]) await one.tournaments.checkIn(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  await expect.poll(async () => (await maker.tournaments.get(tournament)).lastRound, PATIENCE).toBe(1);
  await expect(caro.tournaments.checkIn(tournament)).rejects.toMatchObject(refused('begun'));
  expect((await maker.tournaments.get(tournament)).standings).toHaveLength(2);
});

test('players who were deleted or banned keep no place in a tournament that has not begun', async () => {
  const maker = await owner();
  const [ana, beto, caro, dora] = (await people(4)) as [
    FlowerWarClient,
    FlowerWarClient,
    FlowerWarClient,
    FlowerWarClient,
  ];
  const { tournament } = await maker.tournaments.create(wish({ most: 2 }));
  for (const one of [ana, beto]) await one.tournaments.enter(tournament);
  await expect(caro.tournaments.enter(tournament)).rejects.toMatchObject(refused('full'));
  await operator(`POST /players/${idOf(beto)}/ban`, { body: {} });
  await ana.account.deleteMe();
  await expect(maker.tournaments.steer(tournament, 'begin')).rejects.toMatchObject(refused('too-few'));
  for (const one of [caro, dora]) await one.tournaments.enter(tournament);
  expect((await maker.tournaments.get(tournament)).entered).toBe(2);
  expect((await maker.tournaments.steer(tournament, 'begin')).status).toBe('running');
});

test('a tournament has a clock unless its maker wants none, so that no player holds up a round by not moving', async () => {
  const maker = await owner();
  const none = { kind: 'none' } as const;
  const clocks = [];
  for (const more of [{}, { table: { talk: 'off' } }, { table: { clock: none } }] as const)
    clocks.push((await maker.tournaments.create(wish(more))).table.clock);
  expect(clocks).toEqual([{ kind: 'turn', seconds: 90 }, { kind: 'turn', seconds: 90 }, none]);
});

test('a tournament says that players may enter late only where they may', async () => {
  const maker = await owner();
  const late = [];
  for (const kind of ['swiss', 'knockout', 'round-robin'] as const)
    late.push((await maker.tournaments.create(wish({ kind, lateEntry: true }))).lateEntry);
  expect(late).toEqual([true, false, false]);
});

test('a place of a player who was deleted is taken at once', async () => {
  const maker = await owner();
  const [ana, beto, caro] = (await people(3)) as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  const { tournament } = await maker.tournaments.create(wish({ most: 2 }));
  for (const one of [ana, beto]) await one.tournaments.enter(tournament);
  await ana.account.deleteMe();
  expect((await caro.tournaments.enter(tournament)).mine?.state).toBe('checked-in');
});

test('what no tournament can be is refused when it is made, and so are more than a player or a guest may have', async () => {
  const [maker, guest] = [await owner(), await person('Gael')];
  for (const [more, code] of [
    [{ game: 'chess' }, 'unknown-game'],
    [{ seats: 5 }, 'bad-options'],
    [{ preset: 'none' }, 'bad-options'],
    [{ startsAt: clock - 2 * MINUTE }, 'tournament-refused'],
    [{ startsAt: clock + 61 * 24 * 60 * MINUTE }, 'tournament-refused'],
    [{ name: 'Admin' }, 'name-refused'],
    [{ name: 'ab' }, 'bad-request'],
    [{ name: 'Cup \u202egnp' }, 'bad-request'],
    [{ name: 'A\nB\nC' }, 'bad-request'],
    [{ name: 'nul\u0000nul' }, 'bad-request'],
    [{ name: '\ud800abc' }, 'bad-request'],
    [{ rounds: 31 }, 'bad-request'],
    [{ kind: 'league' }, 'bad-request'],
    [{ table: { visibility: 'public' } }, 'bad-request'],
  ] as const)
    await expect(maker.tournaments.create(wish(more) as never)).rejects.toMatchObject({ code });
  await expect(guest.tournaments.create(wish({ most: 33 }))).rejects.toMatchObject({ reason: 'entrants' });
  expect((await guest.tournaments.create(wish())).most).toBe(32);
  await expect(guest.tournaments.create(wish())).rejects.toMatchObject({
    code: 'limit-reached',
    reason: 'tournaments',
  });
  const three = await Promise.allSettled([1, 2, 3, 4].map(() => maker.tournaments.create(wish())));
  expect(three.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('a paused tournament pairs no more until it goes on; the operator may steer any, and the audit tells it', {
  timeout: 60_000,
}, async () => {
  const maker = await owner();
  const all = await people(2);
  const { tournament } = await maker.tournaments.create(wish({ kind: 'arena', minutes: 60 }));
  for (const one of all) await one.tournaments.enter(tournament);
  await maker.tournaments.steer(tournament, 'begin');
  const { endsAt } = await maker.tournaments.steer(tournament, 'pause');
  clock += 10 * MINUTE;
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(await maker.tournaments.get(tournament)).toMatchObject({ isPaused: true, lastRound: 0 });
  const operator = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
    const sent = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${house.url}/api/operator/${path}`, sent)).json();
  };
  expect(await operator(`tournaments/${tournament}/steer`, { to: 'go-on' })).toMatchObject({
    isPaused: false,
    endsAt: endsAt! + 10 * MINUTE,
  });
  await expect.poll(async () => (await maker.tournaments.get(tournament)).lastRound, PATIENCE).toBe(1);
  expect(await operator(`tournaments/${tournament}/steer`, { to: 'end' })).toMatchObject({ why: 'operator' });
  expect(await operator('tournaments', wish())).toMatchObject({ status: 'open', most: 512 });
  const { lines } = (await operator('audit')) as { lines: { action: string }[] };
  const steps = lines.map(({ action }) => action).filter((action) => action.endsWith('Tournament'));
  expect(steps).toEqual(['hostTournament', 'steerHostedTournament', 'steerHostedTournament']);
});

test('blocked players are not paired where it can be avoided, and a deleted player leaves the name and the tournament', {
  timeout: 60_000,
}, async () => {
  const maker = await owner();
  const [ana, beto, caro, dana] = (await people(4)) as [
    FlowerWarClient,
    FlowerWarClient,
    FlowerWarClient,
    FlowerWarClient,
  ];
  await ana.people.block(idOf(beto));
  await caro.people.block(idOf(dana));
  const { tournament } = await maker.tournaments.create(wish({ rounds: 2 }));
  for (const one of [ana, beto, caro, dana]) await one.tournaments.enter(tournament);
  expect((await ana.account.exportData()).tournaments).toEqual([
    { tournament, name: 'Friday cup', status: 'open', isMaker: false },
  ]);
  await maker.tournaments.steer(tournament, 'begin');
  await expect.poll(async () => (await maker.tournaments.get(tournament)).tables.length, PATIENCE).toBe(2);
  const { tables } = await maker.tournaments.get(tournament);
  const pairs = tables.map(({ seats }) => seats.map(({ player }) => player));
  for (const pair of [
    [ana, beto],
    [caro, dana],
  ].map((two) => two.map(idOf)))
    expect(pairs.some((found) => pair.every((one) => found.includes(one)))).toBe(false);
  const gone = idOf(dana);
  await dana.account.deleteMe();
  for (const table of tables.filter(({ seats }) => seats.every(({ player }) => player !== gone)))
    await playTable([ana, beto, caro], table);
  clock += 6 * MINUTE;
  await expect.poll(async () => (await maker.tournaments.get(tournament)).lastRound, PATIENCE).toBe(2);
  const next = await maker.tournaments.get(tournament);
  expect(next.tables.flatMap(({ seats }) => seats.map(({ player }) => player))).not.toContain(gone);
  expect(next.standings.find(({ player }) => player === gone)).toMatchObject({ name: 'Somebody', state: 'withdrawn' });
});
