/** Random fields: the pairings against an independent search, and what must hold for all of them. */
import { fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { nextEntry } from './byItself.ts';
import { nextRound, waitingIn } from './pairing.ts';
import {
  circle,
  type Entry,
  fold,
  type Kind,
  openTables,
  readyPlayers,
  type Settings,
  type Tournament,
} from './record.ts';
import { knockoutPlan, pointsFor, scoresOf, standingsOf, survivorsOf } from './standings.ts';
import { playedOut, settingsOf, TABLE } from './tournament.fixture.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const chance = fastChance(seed);
const below = (n: number) => chance.die(n) - 1;

// The independent model: all ways to pair a small field, judged by the criteria as they are said.

type Pairs = readonly (readonly [string, string | undefined])[];

function* waysToPair(players: readonly (string | undefined)[]): Generator<Pairs> {
  const [first, ...rest] = players;
  if (first === undefined) return void (players.length === 0 && (yield []));
  for (const [n, other] of rest.entries())
    for (const others of waysToPair(rest.toSpliced(n, 1))) yield [[first, other], ...others];
}

interface Judged {
  readonly tournament: Tournament;
  readonly blocks: ReadonlySet<string>;
}

const pairKey = (a: string, b: string) => [a, b].sort().join(' ');

/** Forbidden seats and second byes; pairs that meet again; squares of the differences of points; two seats alike. */
function judgment({ tournament, blocks }: Judged, pairs: Pairs): readonly number[] {
  const games = tournament.tables.map(({ players }) => pairKey(players[0]!, players[1]!));
  const points = new Map(standingsOf(tournament).map((one) => [one.player, one.points]));
  const byes = tournament.rounds.flatMap((round) => round.byes);
  const least = Math.min(...readyPlayers(tournament).map((player) => points.get(player)!));
  const sum = [0, 0, 0, 0];
  const lean = (player: string) =>
    tournament.tables.reduce((n, { players }) => n + (players[0] === player ? 1 : players[1] === player ? -1 : 0), 0);
  for (const [a, b] of pairs) {
    if (b === undefined) {
      if (byes.includes(a)) sum[0]!++;
      sum[2]! += Math.min(15, points.get(a)! - least) ** 2;
      continue;
    }
    if (blocks.has(pairKey(a, b))) sum[0]!++;
    sum[1]! += games.filter((game) => game === pairKey(a, b)).length;
    sum[2]! += Math.min(15, Math.abs(points.get(a)! - points.get(b)!)) ** 2;
    const ways = [1, -1].map((way) => [lean(a) + way, lean(b) - way].filter((one) => Math.abs(one) > 1).length);
    sum[3]! += Math.min(...ways);
  }
  return sum;
}

const isLess = (a: readonly number[], b: readonly number[]) => {
  const n = a.findIndex((value, at) => value !== b[at]);
  return n >= 0 && a[n]! < b[n]!;
};

function swissField(players: number, rounds: number): Tournament {
  const names = Array.from({ length: players }, (_, n) => `p${n}`);
  const entries: Entry[] = [
    { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'swiss', rounds: 99 }) },
    ...names.map((player) => ({ kind: 'entered', at: 0, player }) as const),
    { kind: 'began', at: 0, seed: below(1e9), order: names },
  ];
  let tournament = fold(entries);
  const { areApart } = blocksAmong(names, 0);
  for (let n = 0; n < rounds; n++) {
    const { tables, byes } = nextRound(tournament, { now: 0, seed: below(1e9), areApart });
    if (tables.length === 0) break;
    tournament = fold([{ kind: 'paired', at: 0, seed: 0, round: n + 1, tables, byes }], tournament);
    tournament = played(tournament);
  }
  return tournament;
}

function played(tournament: Tournament): Tournament {
  const outcomes = openTables(tournament).map(({ n: table, players }): Entry => {
    const places = players.map(() => 1 + below(players.length));
    const absent = below(30) === 0 ? [players[0]!] : [];
    return { kind: 'played', at: 1, table, how: 'played', places: ranked(places), absent };
  });
  const back = outcomes.flatMap((one): Entry[] =>
    one.kind === 'played' ? one.absent.map((player) => ({ kind: 'checked-in', at: 1, player })) : [],
  );
  return fold([...outcomes, ...(below(2) === 0 ? back : [])], tournament);
}

/** Places as matches give them: after two first places comes the third. */
const ranked = (values: readonly number[]) => values.map((one) => 1 + values.filter((other) => other < one).length);

function blocksAmong(players: readonly string[], count: number) {
  const blocks = new Set(
    Array.from({ length: count }, () => pairKey(players[below(players.length)]!, players[below(players.length)]!)),
  );
  return { blocks, areApart: (a: string, b: string) => a !== b && blocks.has(pairKey(a, b)) };
}

describe(`random fields (SEED=${seed})`, () => {
  test('no way to pair a small Swiss field is better by what is said', { timeout: 60_000 }, () => {
    for (let n = 0; n < 200; n++) {
      const tournament = swissField(2 + below(7), below(6));
      const names = readyPlayers(tournament);
      if (names.length < 2) continue;
      const { blocks, areApart } = blocksAmong(names, below(4));
      const { tables, byes } = nextRound(tournament, { now: 1, seed: below(1e9), areApart });
      const found: Pairs = [
        ...tables.map((pair) => [pair[0]!, pair[1]] as const),
        ...byes.map((one) => [one, undefined] as const),
      ];
      expect(
        found
          .flat()
          .filter((one) => one !== undefined)
          .toSorted(),
      ).toEqual(names.toSorted());
      const judged = { tournament, blocks };
      const own = judgment(judged, found);
      const all = waysToPair(names.length % 2 === 0 ? names : [...names, undefined]);
      for (const way of all) if (isLess(judgment(judged, way), own)) expect.fail(JSON.stringify([own, found, way]));
    }
  });

  test('in large Swiss fields no two meet twice, none has a second bye, and seats change', { timeout: 60_000 }, () => {
    for (let n = 0; n < 6; n++) {
      const tournament = swissField(30 + below(40), 7);
      const scores = [...scoresOf(tournament).values()];
      expect(scores.every(({ met, byes }) => byes <= 1 && [...met.values()].every((times) => times === 1))).toBe(true);
      expect(Math.max(...scores.map(({ seats }) => Math.abs(seats[0]! - seats[1]!)))).toBeLessThanOrEqual(3);
    }
  });

  test('whole tournaments of each kind with two to six seats come to an end, with all that must hold', {
    timeout: 120_000,
  }, () => {
    for (let n = 0; n < 150; n++) {
      const kind = chance.pick(['arena', 'swiss', 'round-robin', 'knockout'] as const);
      const seats = 2 + below(5);
      const settings = settingsOf({ kind, seats, rounds: 1 + below(6), minutes: 1 + below(3), lateEntry: true });
      const players = seats + below(16);
      const names = Array.from({ length: players }, (_, at) => `p${at}`);
      const { areApart } = blocksAmong(names, below(4) * below(4));
      const { entries, tournament } = playedOut(settings, { chance, players, areApart });
      check(kind, tournament, settings);
      checkBlocks(tournament, areApart);
      expect(fold(JSON.parse(JSON.stringify(entries)) as Entry[])).toEqual(tournament);
    }
  });
});

/** What holds for all tournaments of a kind. */
function check(kind: Kind, tournament: Tournament, { seats }: Settings): void {
  expect(tournament.status).toBe('ended');
  for (const { players } of tournament.tables) {
    expect(players.length).toBe(seats);
    expect(new Set(players).size).toBe(seats);
  }
  for (const [n, round] of tournament.rounds.entries()) {
    const all = [
      ...tournament.tables.slice(round.first, round.first + round.count).flatMap((one) => one.players),
      ...round.byes,
    ];
    expect(new Set(all).size, `${kind} round ${n + 1}`).toBe(all.length);
  }
  const ranks = standingsOf(tournament).map(({ rank }) => rank);
  expect(ranks).toEqual(ranks.map((_, n) => n + 1));
  if (kind === 'knockout')
    expect(standingsOf(tournament).length === 0 || survivorsOf(tournament).length <= seats).toBe(true);
}

/** A table with a block is not played; and one stays empty only where no exchange of two players would help. */
function checkBlocks({ tables, rounds, settings }: Tournament, areApart: (a: string, b: string) => boolean): void {
  const isBlocked = (players: readonly string[]) =>
    players.some((one) => players.some((other) => areApart(one, other)));
  for (const { players, outcome } of tables) expect(outcome?.how === 'unplayed').toBe(isBlocked(players));
  if (settings.kind === 'arena') expect(tables.some(({ players }) => isBlocked(players))).toBe(false);
  if (settings.kind !== 'knockout') return;
  for (const { first, count } of rounds) {
    const all = tables.slice(first, first + count).map(({ players }) => players);
    const pairs = (round: typeof all) =>
      round.flatMap((table) => table.filter((a) => table.some((b) => areApart(a, b)))).length;
    for (const x of all.flat())
      for (const y of all.flat()) {
        const swapped = all.map((table) => table.map((one) => (one === x ? y : one === y ? x : one)));
        expect(pairs(swapped)).toBeGreaterThanOrEqual(pairs(all));
      }
  }
}

test('blocked players of a knockout change places with players of their own strength', () => {
  const names = Array.from({ length: 8 }, (_, n) => `p${n}`);
  const { blocks, areApart } = { blocks: 'p0 p7', areApart: (a: string, b: string) => pairKey(a, b) === 'p0 p7' };
  const settings = settingsOf({ kind: 'knockout' });
  const playing = fold([
    { kind: 'created', at: 0, by: null, settings },
    ...names.map((player): Entry => ({ kind: 'entered', at: 0, player })),
    { kind: 'began', at: 0, seed: 1, order: names },
  ]);
  const { tables } = nextRound(playing, { now: 1, seed: 1, areApart });
  const met = tables.map(([a, b]) => pairKey(a!, b!));
  expect(met).not.toContain(blocks);
  expect(met.toSorted()).toEqual(['p0 p6', 'p1 p7', 'p2 p5', 'p3 p4']);
});

test('a final with a block is not played: the draw decides', () => {
  const driving = { now: 1, seed: 1, areApart: () => true, ratings: new Map(), gone: new Set<string>() };
  let tournament = fold([
    { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'knockout' }) },
    { kind: 'entered', at: 0, player: 'a' },
    { kind: 'entered', at: 0, player: 'b' },
  ]);
  for (let entry = nextEntry(tournament, driving); entry; entry = nextEntry(tournament, driving))
    tournament = fold([entry], tournament);
  expect([tournament.status, tournament.tables[0]?.outcome]).toEqual([
    'ended',
    { at: 1, how: 'unplayed', places: [1, 1], absent: [] },
  ]);
  expect(survivorsOf(tournament)).toEqual([standingsOf(tournament)[0]?.player]);
});

test('where a player of a larger final leaves, the next of the standings moves up, and the final orders its players', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const driving = { now: 1, seed: 1, areApart: () => false, ratings: new Map(), gone: new Set<string>() };
  let tournament = fold([
    { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'knockout', seats: 4 }) },
    ...names.map((player): Entry => ({ kind: 'entered', at: 0, player })),
    { kind: 'began', at: 0, seed: 1, order: names },
  ]);
  const add = (entry: Entry | undefined) => (tournament = fold(entry === undefined ? [] : [entry], tournament));
  /** The players come in by this order, and h does not come. */
  const playRound = (order: readonly string[]) => {
    for (const { n: table, players } of openTables(tournament)) {
      const came = order.filter((player) => players.includes(player));
      const places = players.map((player) => 1 + came.indexOf(player));
      const absent = players.filter((player) => player === 'h');
      add({ kind: 'played', at: 1, table, how: 'played', places, absent });
    }
  };
  add(nextEntry(tournament, driving));
  playRound(names);
  const [first, second] = survivorsOf(tournament);
  const out = standingsOf(tournament).slice(4);
  for (const player of [first!, second!]) add({ kind: 'withdrew', at: 1, player });
  add(nextEntry(tournament, driving));
  const final = openTables(tournament).flatMap(({ players }) => players);
  expect(final).toHaveLength(4);
  expect(final).toEqual(expect.arrayContaining([out[0]!.player, out[1]!.player]));
  expect(final).not.toContain('h');
  playRound(names.toReversed());
  add(nextEntry(tournament, driving));
  expect(tournament.status).toBe('ended');
  const ranking = standingsOf(tournament).map(({ player }) => player);
  expect(ranking.slice(0, 4)).toEqual(final.toSorted().toReversed());
});

test('a round robin of two seats lets all meet once, with at most one bye each', () => {
  for (let players = 2; players <= 21; players++) {
    const names = Array.from({ length: players }, (_, n) => `p${n}`);
    const rounds = Array.from({ length: players - 1 + (players % 2) }, (_, n) => circle(names, n));
    const met = rounds.flat().flatMap((pair) => (pair.length === 2 ? pairKey(pair[0]!, pair[1]!) : []));
    expect([met.length, new Set(met).size]).toEqual([(players * (players - 1)) / 2, (players * (players - 1)) / 2]);
    const byes = rounds.flat().flatMap((pair) => (pair.length === 1 ? pair : []));
    expect([byes.length, new Set(byes).size]).toEqual(players % 2 === 0 ? [0, 0] : [players, players]);
  }
});

test('in a round robin of two seats each player sits as often in one seat as in the other, but for one match', () => {
  for (let players = 2; players <= 15; players++) {
    const settings = settingsOf({ kind: 'round-robin' });
    const { tournament } = playedOut(settings, { chance, players, isFaithful: true });
    for (const { seats, matches } of scoresOf(tournament).values())
      expect(Math.abs(seats[0]! - seats[1]!), `${players} players`).toBe(matches % 2);
  }
});

test('all who should have met a player who is away have the same of it, with or without a table', () => {
  for (const names of [
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c', 'd', 'e'],
  ]) {
    let tournament = fold([
      { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'round-robin' }) },
      ...names.map((player): Entry => ({ kind: 'entered', at: 0, player })),
    ]);
    const add = (entry: Entry) => (tournament = fold([entry], tournament));
    const driving = { now: 1, seed: 1, areApart: () => false, ratings: new Map(), gone: new Set<string>() };
    for (let entry = nextEntry(tournament, driving); entry; entry = nextEntry(tournament, driving)) {
      add(entry);
      for (const { n: table, players } of openTables(tournament)) {
        const absent = players.filter((player) => player === 'd');
        const places = players.map((player) => (player === 'd' ? 2 : 1));
        add({ kind: 'played', at: 1, table, how: absent.length > 0 ? 'no-show' : 'played', places, absent });
      }
    }
    // Each of the others drew with all but d, and won against d.
    const others = names.length - 1;
    expect(standingsOf(tournament).map(({ player, points, tieBreaks }) => [player, points, tieBreaks[1]])).toEqual([
      ...standingsOf(tournament)
        .slice(0, others)
        .map(({ player }) => [player, others + 1, 1]),
      ['d', 0, 0],
    ]);
    expect(
      new Set(
        standingsOf(tournament)
          .slice(0, others)
          .map(({ tieBreaks }) => tieBreaks[0]),
      ).size,
    ).toBe(1);
  }
});

test('in a round robin from before there was a number of the rules, a bye counts nothing still', () => {
  const { rules: _, ...old } = settingsOf({ kind: 'round-robin' });
  const names = ['a', 'b', 'c', 'd'];
  const [first = [], ...later] = [0, 1, 2].map((n) => circle(names, n));
  // `d` loses the first round and comes to no more. The others beat each other in a ring.
  const won = { 'a b': 'a', 'b c': 'b', 'a c': 'c' } as Readonly<Record<string, string>>;
  const rounds = [first, ...later.map((pairs) => pairs.filter((pair) => !pair.includes('d')))];
  const record = (settings: Settings): readonly Entry[] => [
    { kind: 'created', at: 0, by: null, settings },
    ...names.map((player): Entry => ({ kind: 'entered', at: 0, player })),
    { kind: 'began', at: 1, seed: 1, order: names },
    ...rounds.map((tables, n): Entry => {
      const byes = names.filter((player) => player !== 'd' && !tables.flat().includes(player));
      return { kind: 'paired', at: 1, seed: 1, round: n + 1, tables, byes };
    }),
    ...rounds.flat().map((players, table): Entry => {
      const winner = won[pairKey(players[0]!, players[1]!)] ?? players.find((player) => player !== 'd');
      const places = players.map((player) => (player === winner ? 1 : 2));
      return { kind: 'played', at: 2, table, how: 'played', places, absent: [] };
    }),
  ];
  const pointsIn = (settings: Settings) =>
    standingsOf(fold(record(settings))).map(({ points, tieBreaks: [, wins] }) => [points, wins]);
  expect(pointsIn(old)).toEqual([
    [4, 2],
    [2, 1],
    [2, 1],
    [0, 0],
  ]);
  expect(pointsIn({ ...old, rules: 2 })).toEqual([
    [4, 2],
    [4, 2],
    [4, 2],
    [0, 0],
  ]);
});

test('a round robin at larger tables ends when all have met, unless its rounds are said', () => {
  for (const seats of [3, 4, 5, 6])
    for (let players = seats; players <= 3 * seats + 1; players++) {
      const settings = settingsOf({ kind: 'round-robin', seats });
      const { tournament } = playedOut(settings, { chance, players, isFaithful: true });
      const met = [...scoresOf(tournament).values()].map((score) => score.met.size);
      expect(new Set(met), `${players} at ${seats}, SEED=${seed}`).toEqual(new Set([players - 1]));
      expect(tournament.rounds.length, `${players} at ${seats}, SEED=${seed}`).toBeLessThanOrEqual(2 * players);
    }
  const settings = settingsOf({ kind: 'round-robin', seats: 3, rounds: 2 });
  expect(playedOut(settings, { chance, players: 7, isFaithful: true }).tournament.rounds).toHaveLength(2);
});

test('a round robin with more seats spreads whom one meets: no pair meets more than three times more than another one', () => {
  for (const [players, seats] of [
    [6, 3],
    [9, 3],
    [8, 4],
    [16, 4],
    [12, 4],
    [10, 5],
    [12, 6],
  ] as const) {
    const settings = settingsOf({ kind: 'round-robin', seats });
    const { tournament } = playedOut(settings, { chance: fastChance(7), players, isFaithful: true });
    const times = [...scoresOf(tournament).values()].flatMap(({ met, player }) =>
      tournament.order.filter((one) => one !== player).map((other) => met.get(other) ?? 0),
    );
    expect(Math.max(...times) - Math.min(...times), `${players} at ${seats}`).toBeLessThanOrEqual(3);
  }
});

test('a knockout of two seats takes byes in the first round only, and one of more seats fills its final table', () => {
  for (let seats = 2; seats <= 6; seats++)
    for (let players = seats; players <= 130; players++) {
      const lefts = [players];
      for (let left = players; left > seats; ) {
        const { goOn, byes } = knockoutPlan(left, seats);
        expect(goOn.length * seats + byes).toBe(left);
        expect(goOn.every((one) => one >= Math.floor(seats / 2) && one < seats)).toBe(true);
        left = byes + goOn.reduce((sum, one) => sum + one, 0);
        lefts.push(left);
      }
      expect(lefts.at(-1), `${players} at ${seats}: ${lefts}`).toBe(seats);
      if (seats === 2) expect(lefts.slice(1).every((left) => Number.isInteger(Math.log2(left)))).toBe(true);
    }
});

test('points: a win of two is worth two and a draw one; at larger tables who shares a place shares its points', () => {
  const all = (...places: number[]) => places.map((_, seat) => pointsFor(places, seat));
  expect([all(1, 2), all(2, 1), all(1, 1)]).toEqual([
    [2, 0],
    [0, 2],
    [1, 1],
  ]);
  expect(all(1, 2, 3, 4)).toEqual([6, 4, 2, 0]);
  expect(all(1, 1, 3, 4)).toEqual([5, 5, 2, 0]);
  expect(all(1, 2, 2, 2)).toEqual([6, 2, 2, 2]);
  expect(all(1, 1, 1, 1, 1, 1)).toEqual([5, 5, 5, 5, 5, 5]);
});

test('an arena seats a player at once again, but with another opponent while there is one', () => {
  const settings = settingsOf({ kind: 'arena', minutes: 60 });
  const four = ['a', 'b', 'c', 'd'].map((player) => ({ kind: 'entered', at: 0, player }) as const);
  const drawing = { seed: 1, areApart: () => false, ratings: new Map(), gone: new Set<string>() };
  let tournament = fold([{ kind: 'created', at: 0, by: null, settings }, ...four]);
  const step = (now: number) => {
    const entry = nextEntry(tournament, { ...drawing, now });
    if (entry !== undefined) tournament = fold([entry], tournament);
    return entry?.kind;
  };
  expect([step(0), step(4999), step(5000)]).toEqual(['began', undefined, 'paired']);
  const [first, second] = openTables(tournament).map(({ players }) => players);
  const end = (table: number, at: number) => {
    tournament = fold([{ kind: 'played', at, table, how: 'played', places: [1, 2], absent: [] }], tournament);
  };
  end(0, 6000);
  expect([step(35_999), openTables(tournament).length]).toEqual([undefined, 1]); // the two have just met
  end(1, 36_000);
  expect(step(36_000)).toBe('paired');
  for (const { players } of openTables(tournament))
    for (const pair of [first!, second!]) expect(pair.every((player) => players.includes(player))).toBe(false);
});

/** All groups of that many players in which no two are kept apart. */
function* groups(players: readonly string[], size: number, areApart: Apart): Generator<readonly string[]> {
  if (size === 0) return void (yield []);
  for (const [n, first] of players.entries()) {
    const others = players.slice(n + 1).filter((other) => !areApart(first, other));
    for (const rest of groups(others, size - 1, areApart)) yield [first, ...rest];
  }
}

type Apart = (a: string, b: string) => boolean;

test(`an arena lets no players wait who may meet, and none meet again at once while others wait (SEED=${seed})`, () => {
  for (let n = 0; n < 60; n++) {
    const seats = 2 + below(4);
    const names = Array.from({ length: seats + below(6) }, (_, at) => `p${at}`);
    const { areApart } = blocksAmong(names, below(5) * below(3));
    const canSit = (players: readonly string[], apart: Apart) => !groups(players, seats, apart).next().done;
    let tournament = fold([
      { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'arena', seats, minutes: 600 }) },
      ...names.map((player): Entry => ({ kind: 'entered', at: 0, player })),
      { kind: 'began', at: 0, seed: below(1e9), order: names },
    ]);
    for (let now = 0; now < 200_000; now += 3000) {
      for (;;) {
        const before = waitingIn(tournament);
        const last = new Map(before.map((one) => [one.player, one.last]));
        const metLast = (a: string, b: string) => last.get(a)!.includes(b) || last.get(b)!.includes(a);
        const waiting = before.map(({ player }) => player);
        const driving = { now, seed: below(1e9), areApart, ratings: new Map(), gone: new Set<string>() };
        const entry = nextEntry(tournament, driving);
        if (entry?.kind !== 'paired') {
          const patience = openTables(tournament).length === 0 ? 5000 : 30_000;
          const patient = before.filter(({ freeAt }) => freeAt + patience <= now);
          const isGathered = before.some(({ freeAt }) => freeAt + 5000 <= now);
          if (isGathered)
            expect(
              canSit(
                patient.map(({ player }) => player),
                areApart,
              ),
            ).toBe(false);
          break;
        }
        const isOther = canSit(waiting, (a, b) => areApart(a, b) || metLast(a, b));
        for (const table of entry.tables) {
          expect(table.some((a) => table.some((b) => a !== b && areApart(a, b)))).toBe(false);
          const waits = new Map(before.map((one) => [one.player, now - one.freeAt]));
          if (!isOther) expect(table.every((player) => waits.get(player)! >= 5000)).toBe(true);
          if (isOther) expect(table.some((a) => table.some((b) => a !== b && metLast(a, b)))).toBe(false);
        }
        tournament = fold([entry], tournament);
      }
      for (const { n: table, players } of openTables(tournament))
        if (below(4) === 0)
          tournament = fold(
            [{ kind: 'played', at: now, table, how: 'played', places: players.map((_, at) => at + 1), absent: [] }],
            tournament,
          );
    }
  }
});

test('points are counted once in each state of a tournament, however often they are asked', () => {
  const { entries } = playedOut(settingsOf({ kind: 'arena' }), { chance, players: 6, isFaithful: true });
  const before = fold(entries.slice(0, -1));
  expect(scoresOf(before)).toBe(scoresOf(before));
  expect(scoresOf(fold(entries.slice(-1), before))).not.toBe(scoresOf(before));
});

test('the settings of the fixture are whole', () => expect(TABLE.visibility).toBe('private'));

test('at larger tables no exchange of two players is better, and seats are spread', () => {
  for (let n = 0; n < 20; n++) {
    const seats = 3 + below(4);
    const settings = settingsOf({ kind: 'swiss', seats, rounds: 4 });
    const { tournament } = playedOut(settings, { chance, players: seats * (2 + below(6)), isFaithful: true });
    const scores = scoresOf(tournament);
    const { tables } = nextRound(tournament, { now: 1, seed: below(1e9), areApart: () => false });
    const bad = (all: readonly (readonly string[])[]) =>
      all
        .flatMap((table) => table.flatMap((a) => table.filter((b) => b > a).map((b) => pairBad(a, b))))
        .reduce((x, y) => x + y, 0);
    const pairBad = (a: string, b: string) => {
      const [one, other] = [scores.get(a)!, scores.get(b)!];
      return 65_536 * Math.min(7, one.met.get(b) ?? 0) + Math.min(15, Math.abs(one.points - other.points)) ** 2;
    };
    const own = bad(tables);
    for (const [a, first] of tables.entries())
      for (const [b, second] of tables.entries())
        for (const x of a < b ? first : [])
          for (const y of second) {
            const swapped = tables.map((table) => table.map((one) => (one === x ? y : one === y ? x : one)));
            expect(bad(swapped)).toBeGreaterThanOrEqual(own);
          }
    expect(Math.max(...[...scores.values()].flatMap((score) => score.seats))).toBeLessThanOrEqual(3);
  }
});
