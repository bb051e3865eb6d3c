/** The titles of tournaments, against their tables counted anew. */
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import type { Stores } from '../../store/operations.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import type { Entry, EntryOf, Kind, Settings, Tournament } from './record.ts';
import { playedOut, settingsOf } from './tournament.fixture.ts';
import { titlesOf, Tournaments } from './tournaments.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const KINDS: readonly Kind[] = ['swiss', 'round-robin', 'knockout', 'arena'];

/** Who may have won, by the tables alone: in a knockout the winner of the final, elsewhere those with the most points. */
function winnersOf({ settings, tables, rounds, order }: Tournament): readonly string[] {
  if (settings.kind === 'knockout') {
    const { players, outcome } = tables.at(-1)!;
    return players.filter((player, seat) => outcome!.places[seat] === 1 && !outcome!.absent.includes(player));
  }
  const points = new Map(order.map((player) => [player, 0]));
  const add = (player: string, more: number) => points.set(player, (points.get(player) ?? 0) + more);
  for (const { byes } of rounds) if (settings.kind === 'swiss') for (const player of byes) add(player, 2);
  for (const { players, outcome } of tables)
    for (const [seat, player] of players.entries())
      if (!outcome!.absent.includes(player))
        add(player, 1 + Math.sign(outcome!.places[1 - seat]! - outcome!.places[seat]!));
  const most = Math.max(...points.values());
  return [...points].filter(([, own]) => own === most).map(([player]) => player);
}

interface Wanted {
  readonly tournament: string;
  readonly entries: readonly Entry[];
  readonly visibility?: 'public' | 'private';
}

async function keep(tournaments: Stores['tournaments'], { tournament, entries, visibility = 'public' }: Wanted) {
  const times = { createdAt: 0, startsAt: 0, dueAt: 0 };
  const row = { tournament, maker: null, visibility, game: 'x', code: null, ...times } as const;
  await tournaments.create(row, JSON.stringify(entries[0]), 0);
  for (const [n, entry] of entries.entries()) {
    const status = entry.kind === 'ended' ? 'ended' : 'running';
    const player = entry.kind === 'entered' ? { player: entry.player } : {};
    const line = { tournament, n, entry: JSON.stringify(entry), status, at: n, dueAt: 0, ...player } as const;
    if (n > 0) expect(await tournaments.append(line)).toBe(true);
  }
}

test(`one player holds the title of a public tournament that was played to its end, and none that of another (SEED=${seed})`, async () => {
  const chance = fastChance(seed);
  const { stores } = memoryStore();
  for (let n = 0; n < 12; n++) await stores.people.add({ player: `p${n}`, name: `p${n}`, createdAt: 1 });
  const titled = new Map<string, readonly string[]>();
  for (let n = 0; n < 40; n++) {
    const kind = KINDS[n % KINDS.length]!;
    const visibility = n % 5 === 0 ? 'private' : 'public';
    const players = 3 + chance.die(9);
    const settings = settingsOf({ name: `Cup ${n}`, kind, rounds: 3, minutes: 1, visibility });
    const { entries, tournament } = playedOut(settings, { chance, players: n === 7 ? 3 : players, isFaithful: true });
    const cut: readonly Entry[] =
      n === 9 ? [...entries.slice(0, -1), { kind: 'ended', at: entries.at(-1)!.at, why: 'host' }] : entries;
    const id = `t-${n}`;
    await keep(stores.tournaments, { tournament: id, entries: cut, visibility });
    const isTitled = visibility === 'public' && n !== 7 && n !== 9;
    if (isTitled) titled.set(id, winnersOf(tournament));
  }
  const holding = { tournaments: new Tournaments(stores), ratingTable: stores.ratings, now: () => 1 };
  const held = new Map<string, string[]>();
  for (let n = 0; n < 12; n++)
    for (const title of await titlesOf(holding, `p${n}`))
      if (title.kind === 'tournament') held.set(title.tournament, [...(held.get(title.tournament) ?? []), `p${n}`]);
  expect([...held.keys()].toSorted()).toEqual([...titled.keys()].toSorted());
  for (const [id, [holder = '', ...others]] of held) {
    expect(others, id).toEqual([]);
    expect(titled.get(id), id).toContain(holder);
  }
});

test('without four players at tables that were played there is no title, and none for a player who has not played', async () => {
  const { stores } = memoryStore();
  const names = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];
  for (const player of names) await stores.people.add({ player, name: player, createdAt: 1 });
  const tables = [names.slice(0, 2), names.slice(2, 4), names.slice(4)];
  type End = Pick<EntryOf<'played'>, 'how' | 'absent'>;
  const { rules: _, ...old } = settingsOf({ rounds: 1 });
  const ended = (ends: readonly End[], settings: Settings = settingsOf({ rounds: 1 })): readonly Entry[] => [
    { kind: 'created', at: 0, by: null, settings },
    ...names.map((player): Entry => ({ kind: 'entered', at: 0, player })),
    { kind: 'began', at: 1, seed: 1, order: names },
    { kind: 'paired', at: 1, seed: 1, round: 1, tables, byes: [] },
    // The first seat wins at the first table, and all others share their places.
    ...ends.map((one, table): Entry => ({ kind: 'played', at: 2, table, places: [1, table === 0 ? 2 : 1], ...one })),
    { kind: 'ended', at: 3, why: 'played' },
  ];
  const played: End = { how: 'played', absent: [] };
  const none: End = { how: 'no-show', absent: [] };
  await keep(stores.tournaments, { tournament: 't-all', entries: ended([played, played, played]) });
  await keep(stores.tournaments, { tournament: 't-two', entries: ended([played, none, none]) });
  await keep(stores.tournaments, {
    tournament: 't-absent',
    entries: ended([played, { how: 'played', absent: ['p2'] }, none]),
  });
  await keep(stores.tournaments, {
    tournament: 't-walkover',
    entries: ended([{ how: 'no-show', absent: ['p1'] }, played, played]),
  });
  // Its title was given before there was such a rule.
  await keep(stores.tournaments, { tournament: 't-old', entries: ended([played, none, none], old) });
  // Two players come to no final.
  const final: readonly Entry[] = [
    ...ended([played, played, played], settingsOf({ kind: 'knockout' })).slice(0, -1),
    { kind: 'paired', at: 3, seed: 1, round: 2, tables: [['p0', 'p2']], byes: [] },
    { kind: 'played', at: 4, table: 3, how: 'no-show', places: [1, 1], absent: ['p0', 'p2'] },
    { kind: 'ended', at: 4, why: 'played' },
  ];
  await keep(stores.tournaments, { tournament: 't-final', entries: final });
  const holding = { tournaments: new Tournaments(stores), ratingTable: stores.ratings, now: () => 4 };
  const held = await Promise.all(names.map(async (player) => [player, await titlesOf(holding, player)] as const));
  const found = held.flatMap(([player, titles]) =>
    titles.map((one) => [player, 'tournament' in one && one.tournament]),
  );
  expect(found.toSorted()).toEqual([
    ['p0', 't-all'],
    ['p0', 't-old'],
  ]);
});
