import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { metIn, slotsOf } from './Bracket.tsx';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const person = (player: string) => ({ player, name: player.toUpperCase(), isAbsent: false });
const table = (n: number, round: number, ...players: string[]) => ({
  n,
  round,
  match: `m${n}`,
  seats: players.map(person),
});

const keys = (asked: Parameters<typeof slotsOf>[0]) => slotsOf(asked).map((slots) => slots.map(({ key }) => key));

test('each table stands between those from which its players came, and a bye where its player had it', () => {
  // Of six players the two strongest have a bye; the tables are in the order in which they were made.
  const tables = [
    table(0, 1, 'c', 'f'),
    table(1, 1, 'd', 'e'),
    table(2, 2, 'a', 'd'),
    table(3, 2, 'c', 'b'),
    table(4, 3, 'c', 'a'),
  ];
  expect(keys({ tables, byes: [], lastRound: 3 })).toEqual([['m0', 'b', 'a', 'm1'], ['m3', 'm2'], ['m4']]);
});

test('a round that is played shows its byes, and a table from which no player went on stays', () => {
  const tables = [table(0, 1, 'c', 'f'), table(1, 1, 'd', 'e')];
  expect(keys({ tables, byes: [person('a'), person('b')], lastRound: 1 })).toEqual([['m0', 'm1', 'a', 'b']]);
  const next = [...tables, table(2, 2, 'a', 'b')];
  expect(keys({ tables: next, byes: [], lastRound: 2 })).toEqual([['a', 'b', 'm0', 'm1'], ['m2']]);
  expect(slotsOf({ tables: [], byes: [], lastRound: 0 })).toEqual([]);
});

test('who won without a table has the points of it in the crosstable', () => {
  const played = {
    ...table(0, 1, 'a', 'b'),
    seats: [person('a'), person('b')].map((seat) => ({ ...seat, points: 1 })),
  };
  const met = metIn({ tables: [played], walkovers: [{ player: 'c', missing: 'b', points: 2 }] });
  expect(met.get('a b')).toEqual({ table: played, points: 1 });
  expect([met.get('c b'), met.get('b c'), met.get('a c')]).toEqual([{ points: 2 }, { points: 0 }, undefined]);
  expect(metIn({ tables: [table(0, 1, 'a', 'b')] }).get('b a')).toEqual({ table: table(0, 1, 'a', 'b') });
});

test(`in whole knockouts of any size no table is lost or drawn twice, and pairs stand together (SEED=${seed})`, () => {
  const chance = fastChance(seed);
  for (let left = 2; left <= 64; left++) {
    let players: readonly string[] = Array.from({ length: left }, (_, n) => `p${n}`);
    const tables: ReturnType<typeof table>[] = [];
    let round = 1;
    for (; players.length > 1; round++) {
      const byes = players.slice(0, 2 ** Math.ceil(Math.log2(players.length)) - players.length);
      const sitting = chance.shuffle(players.slice(byes.length));
      const won: string[] = [];
      for (let n = 0; n < sitting.length; n += 2) {
        tables.push(table(tables.length, round, sitting[n]!, sitting[n + 1]!));
        won.push(sitting[n + chance.die(2) - 1]!);
      }
      players = [...byes, ...chance.shuffle(won)];
    }
    const drawn = slotsOf({ tables, byes: [], lastRound: round - 1 });
    expect(drawn.flatMap((slots) => slots.flatMap(({ table: one }) => one?.n ?? [])).toSorted((a, b) => a - b)).toEqual(
      [...tables.keys()],
    );
    for (const [n, slots] of drawn.entries()) {
      const next = drawn[n + 1];
      if (next === undefined) continue;
      expect(slots).toHaveLength(2 * next.length);
      for (const [at, slot] of slots.entries()) {
        const own = slot.table?.seats ?? [slot.bye!];
        const onward = next[Math.floor(at / 2)]!.table!.seats;
        expect(onward.some(({ player }) => own.some((one) => one.player === player))).toBe(true);
      }
    }
  }
});
