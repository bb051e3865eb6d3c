/** The titles of tournaments, against their tables counted anew. */
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import type { Entry, Kind, Tournament } from './record.ts';
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
    const times = { createdAt: 0, startsAt: 0, dueAt: 0 };
    const row = { tournament: id, maker: null, visibility, game: 'x', code: null, ...times } as const;
    await stores.tournaments.create(row, JSON.stringify(cut[0]), 0);
    for (const [at, entry] of cut.entries()) {
      const status = entry.kind === 'ended' ? 'ended' : 'running';
      const player = entry.kind === 'entered' ? { player: entry.player } : {};
      const line = { tournament: id, n: at, entry: JSON.stringify(entry), status, at: n, dueAt: 0, ...player } as const;
      if (at > 0) expect(await stores.tournaments.append(line)).toBe(true);
    }
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
