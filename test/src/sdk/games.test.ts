/** What a live match knows of its game, of its moves, and of its hidden windows. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { expect, test, vi } from 'vitest';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { MESSAGES } from '@flower-war/protocol';
import { dropSocket } from '../support/api.ts';
import { FRAME, newPerson, watch } from '../support/sockets/rawClient.ts';
import { closing, hosted, house, person, serveThisFile, untilBack } from './house.ts';

serveThisFile({}, { games: gamesWithSealed() });

/** Each game at a table for two, what its seats are called there, and an option that is not as usual. */
test.each([
  ['flower-war', ['EAST', 'WEST'], { mode: 'epic' }],
  ['mexica', ['EAST', 'WEST'], { weekBonuses: 'off' }],
  ['space-aztecs', ['1', '2'], { codex: false }],
  ['tieqchieq', ['RED', 'YELLOW'], { mayPass: true }],
] as const)('%s: its options and the names of its seats', async (game, names, options) => {
  const [ana, eve] = [await person('Ana'), await person('Eve')];
  const summary = await ana.create<string>({ game, options, seats: 2 });
  const live = closing(await ana.join(summary, { seat: names[1] }));
  expect(live).toMatchObject({ id: summary.match, game, preset: game, seat: 1, seatNames: names });
  expect(live.options).toEqual(summary.options);
  expect(live.options).toMatchObject(options);
  const told = (await ana.games()).find(({ id }) => id === game);
  expect(Object.keys(live.options).sort()).toEqual(told?.options.map(({ name }) => name).sort());
  expect(live.seatNames).toEqual(told?.seatNames[2]);
  const watching = closing(await eve.watch(summary.match));
  expect(watching).toMatchObject({ game, options: live.options, seatNames: live.seatNames });
});

test('the order of turns decides what the seats are called', async () => {
  const ana = await person('Ana');
  const order = { turnOrder: 'ECZNSW' } as const;
  const live = closing(await ana.join(await ana.create({ game: 'flower-war', options: order, seats: 6 })));
  expect(live.seatNames).toEqual(['EAST', 'CENTER', 'ZENITH', 'NORTH', 'SOUTH', 'WEST']);
  expect(live.seatNames[live.seat ?? -1]).toBe('EAST');
});

test('a match of another game than the caller says is refused before a seat is taken', async () => {
  const ana = await person('Ana');
  const { match } = await ana.create({ game: 'tieqchieq' });
  const wrong = { match, game: 'mexica' } as const;
  const why = `the match ${match} is of the game tieqchieq, not mexica`;
  await expect(ana.join(wrong)).rejects.toThrow(why);
  await expect(ana.watch(wrong)).rejects.toThrow(why);
  expect((await ana.match(match)).seats.map(({ kind }) => kind)).toEqual(['free', 'free']);
});

test('a game that this client does not know is played all the same', async () => {
  const ana = await person('Ana');
  const live = closing(await ana.join(await ana.create({ game: 'sealed', options: { shields: 1 }, seats: 2 })));
  expect(live).toMatchObject({ game: 'sealed', options: { shields: 1 }, seatNames: ['1', '2'] });
});

const MOVES = 12;

/** By the SDK, by the plain door, and by a replay. */
test.each(['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'])(
  '%s: every legal move is told with what it does, by every way the same',
  async (game) => {
    const ana = await person('Ana');
    const live = closing(await ana.join(await ana.create<string>({ game, seats: 2, bots: [{ bot: 'random' }] })));
    const asked = new Map<number, readonly object[]>();
    for (let count = 0; count < MOVES && !live.isOver; count++) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
      const { decision, legal, step } = live;
      const [told, http] = [await live.moves(), await movesOverHttp(live.id, ana.session?.token)];
      if (told.length === 0 || http.decision !== decision) continue; // the bot has decided meanwhile
      expect(told.map(({ move }) => move)).toEqual(legal);
      for (const { move, verb, beads = false } of told) {
        expect(move.startsWith(verb.split('-')[0] ?? '') || verb === 'claim').toBe(true);
        expect(beads).toBe(verb === 'offer' || verb === 'skull');
      }
      expect(http).toEqual({ match: live.id, step, decision, moves: told });
      asked.set(step, told);
      await live.play(legal[count % legal.length] ?? '');
    }
    await live.resign();
    await live.until(({ isOver }) => isOver);
    expect(await live.moves()).toEqual([]);
    const viewer = `seat:${live.seat ?? 0}` as const;
    const again = new Map<number, readonly object[]>();
    for await (const { step, legal, moves } of ana.history.replay(live.id, { viewer, explain: 'moves' })) {
      expect(moves?.map(({ move }) => move)).toEqual(legal);
      if (moves !== undefined) again.set(step, moves);
    }
    for (const [step, told] of asked) expect(again.get(step)).toEqual(told);
    expect(asked.size).toBeGreaterThan(MOVES / 2);
    // A replay that is not asked for it tells moves in notation alone.
    for await (const { moves } of ana.history.replay(live.id, { viewer })) expect(moves).toBeUndefined();
  },
);

test('what moves do comes with each question, also on a new connection, and is not asked for over HTTP', async () => {
  const asked: string[] = [];
  const fetching: typeof fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  const ana = new FlowerWarClient({ url: house.url, fetch: fetching });
  await ana.signIn('Ana');
  const live = closing(await ana.join(await ana.create({ game: 'tieqchieq', seats: 2, bots: [{ bot: 'random' }] })));
  for (let count = 0; count < MOVES && !live.isOver; count++) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    if (count === MOVES / 2) {
      dropSocket(live);
      await untilBack(live);
    }
    const { legal } = live;
    const told = await live.moves();
    if (live.isOver || live.legal !== legal) continue;
    expect(told.map(({ move }) => move)).toEqual(legal);
    await live.play(legal[0] ?? '');
  }
  expect(asked.filter((url) => url.endsWith('/moves'))).toEqual([]);
});

test('a spectator who asks for it is told of no moves', async () => {
  const { match, live } = await hosted({ bots: [{ bot: 'greedy' }] });
  const eve = await newPerson(house.url, 'Eve');
  const spectator = await watch(eve, match);
  expect(await spectator.request('explain', null)).toMatchObject({ kind: 'rejected', code: 'not-seated' });
  await live.until(({ legal }) => legal.length > 0);
  await live.moves();
  await live.play(live.legal[0] ?? '');
  await spectator.settle();
  const explained = (frame: Buffer) => frame[0] === FRAME.data && frame[1] === MESSAGES.explained;
  expect(spectator.frames.filter(explained)).toEqual([]);
});

test('only a player gets moves, and only their own', async () => {
  const { ana, live } = await hosted();
  const eve = await person('Eve');
  const watching = closing(await eve.watch(live.id));
  expect(await watching.moves()).toEqual([]);
  expect(await movesOverHttp(live.id, eve.session?.token)).toMatchObject({ code: 'not-seated' });
  expect(await movesOverHttp(live.id, ana.session?.token)).toMatchObject({ moves: [] }); // the match has not begun
});

async function movesOverHttp(match: string, token: string | undefined): Promise<{ readonly decision?: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${house.url}/api/matches/${match}/moves`, { headers });
  return (await response.json()) as { readonly decision?: number };
}

type Sealed = LiveMatch<'sealed'>;

/** Two players, up to the last choice, which belongs to seat 1. Seat 0 holds a shield. */
async function lastChoice(table: object = {}): Promise<readonly [Sealed, Sealed]> {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const match = await ana.create({ game: 'sealed', seats: 2, options: { shields: 1 }, table });
  const lives = [closing(await ana.join(match)), closing(await ben.join(match))] as const;
  for (const seat of [0, 1, 0, 1, 0]) {
    const live = lives[seat]!;
    await live.until(({ legal, decision }) => legal.length > 0 && decision !== undefined);
    await live.play(live.legal[0]!);
  }
  return lives;
}

const isAsked = ({ legal }: Sealed) => legal.includes('pass');

test('an answer may be long in coming: the action is sent once, and the seat that is asked sees until when', async () => {
  const [ana, ben] = await lastChoice({ reactSeconds: 1 });
  const requests = vi.spyOn(ben['room']!, 'request');
  const played = ben.play(ben.legal[0]!);
  await ana.until(isAsked);
  expect(ana.deadline).toBeGreaterThan(Date.now() - 10_000);
  expect([ben.deadline, ben.view.phase]).toEqual([undefined, 'choosing']);
  expect(await played).toMatchObject({ kind: 'accepted' });
  expect(requests).toHaveBeenCalledOnce();
});

test('a player who wants to be asked nothing is not asked', async () => {
  const [ana, ben] = await lastChoice();
  expect(ana.wish).toBe('all');
  expect((await ana.asks('none')).kind).toBe('accepted');
  expect([ana.wish, ben.wish]).toEqual(['none', 'all']);
  expect((await ben.play(ben.legal[0]!)).kind).toBe('accepted');
  await ana.until(({ isOver }) => isOver);
});
