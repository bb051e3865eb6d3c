/** Only two kinds of entries move the dice of a record: entries that draw, and restores. */
import { isDeepStrictEqual } from 'node:util';
import { advance, type Entry, type Folding, type Position, RECORD_FORMAT, verify } from '@flower-war/protocol';
import { type AnyGame, type Chance, engine, fastChance, GAMES } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { engineOf, Scribe } from './scribe.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ENTROPY = ['a1', 'b2'].map((byte) => byte.repeat(32));
const games = [...GAMES.values()].map(({ game }) => [game.id, game] as const);

function started(game: AnyGame, seed: number, format: 1 | 2 = RECORD_FORMAT): Scribe {
  const [, most] = game.seats;
  const people = Array.from({ length: most }, () => 'player' as const);
  return new Scribe({}, seed, game, { seats: most, format }).start(...people);
}

/** A table after some entries. */
interface Standing {
  readonly folding: Folding;
  readonly position: Position;
  readonly seq: number;
}

const standing = ({ folding, position, lines }: Scribe): Standing => ({ folding, position, seq: lines.length });

/** The table after one more entry, or undefined if the entry cannot follow. */
function after(
  { folding, position, seq }: Standing,
  body: object,
): (Standing & { events: readonly unknown[] }) | undefined {
  const outcome = advance(folding, position, { seq, at: 1_760_000_000_000 + seq, ...body } as Entry);
  return outcome.ok ? { folding, position: outcome.position, seq: seq + 1, events: outcome.events } : undefined;
}

/** Entries that draw nothing. A player can cause some of them at will. */
function idle(table: Standing, chance: Chance): Standing {
  const seat = chance.die(table.position.created.seats) - 1;
  const other = (seat + 1) % table.position.created.seats;
  const turns: readonly (readonly object[])[] = [
    [{ kind: 'asks', seat, what: chance.pick(['all', 'attacks', 'none']), id: chance.die(999) }],
    [
      { kind: 'agreement', seat, what: 'abort', is: 'offered', id: 1 },
      { kind: 'agreement', seat: other, what: 'abort', is: 'declined', id: 2 },
    ],
    [
      { kind: 'absence', seat, what: 'bot', bot: 'greedy' },
      { kind: 'absence', seat, what: 'returned' },
    ],
    [{ kind: 'resumed', lost: chance.die(9) }],
  ];
  return chance.pick(turns).reduce<Standing>((now, body) => after(now, body) ?? now, table);
}

/**
 * For every move of a game, plays the move with and without idle entries before it. Returns whether all outcomes agree.
 */
function isUnmoved(game: AnyGame, seed: number, format: 1 | 2): boolean {
  const chance = fastChance(seed);
  const scribe = started(game, seed, format);
  for (let n = 0; n < 60 && scribe.position.status === 'running'; n++) {
    const move = { kind: 'move', by: 'player', id: n, ...scribe.choose() };
    const straight = after(standing(scribe), move);
    let moved = standing(scribe);
    for (let times = chance.die(4); times > 0; times--) moved = idle(moved, chance);
    const late = after(moved, move);
    if (!isDeepStrictEqual([late?.events, late?.position.state], [straight?.events, straight?.position.state]))
      return false;
    scribe.play(1);
  }
  return true;
}

describe.each(games)('%s', (_, game) => {
  test(`no entry that draws nothing moves the dice, seed ${SEED}`, () => {
    for (const seed of [SEED, SEED + 1]) expect(isUnmoved(game, seed, 2), `seed ${seed}`).toBe(true);
  });

  test(`after a restore everything is drawn anew, and what seats have seen stays, seed ${SEED}`, () => {
    const scribe = started(game, SEED).play(3);
    const before = standing(scribe);
    const worlds = ENTROPY.map((entropy) => after(before, { kind: 'restored', lost: 0, entropy })!);
    for (const { position } of worlds) {
      for (const viewer of ['spectator', 0, 1] as const)
        expect(game.view(position.state, viewer)).toEqual(game.view(before.position.state, viewer));
      expect(position.seed).not.toEqual(before.position.seed);
      expect(position.past).toEqual(position.state === before.position.state ? before.position.past : []);
    }
    const throws = [before, ...worlds].map((world) => fates(world));
    expect(new Set(throws).size).toBe(3);
  });
});

/** What happens next when each seat plays the fallback of the rules. */
function fates(world: Standing): string {
  const { engine: rules } = world.folding;
  const told: unknown[] = [];
  let now = world;
  for (let n = 0; n < 40 && now.position.status === 'running'; n++) {
    const [seat = 0] = rules.toMove(now.position.state);
    const move = rules.format(rules.fallback(now.position.state, seat));
    const next = after(now, { kind: 'move', by: 'player', id: n, seat, move });
    if (next === undefined) break;
    told.push(...next.events);
    now = next;
  }
  return JSON.stringify([told, now.position.state]);
}

test('a record of the first format numbers its dice as ever', () => {
  const tosses = (format: 1 | 2) => JSON.stringify(started(engineOf('tieqchieq'), 5, format).play(30).position.state);
  expect(isUnmoved(engineOf('tieqchieq'), 5, 1)).toBe(false);
  expect(tosses(1)).not.toBe(tosses(2));
});

describe('a restore', () => {
  const restored = { kind: 'restored' as const, lost: 0, entropy: ENTROPY[0]! };
  const people = ['player', 'player'] as const;

  test.each([1, 2] as const)(
    'is counted by verify in format %i, also before the start, and twice in a row',
    async (format) => {
      const scribe = new Scribe({ turnCap: 60 }, SEED, undefined, { format }).add(restored);
      scribe
        .start(...people)
        .play(10)
        .add(restored);
      scribe
        .add({ ...restored, entropy: ENTROPY[1]! })
        .play()
        .end();
      expect(await verify(scribe.text, engine)).toMatchObject({ ok: true, restores: 3 });
    },
  );

  test('before the start changes what is dealt', () => {
    const dealt = (times: number) => {
      const scribe = new Scribe({}, 1, engineOf('mexica'));
      for (let n = 0; n < times; n++) scribe.add(restored);
      return JSON.stringify(scribe.start(...people).position.state);
    };
    expect(new Set([0, 1, 2].map(dealt)).size).toBe(3);
  });

  test('of a match that waits for its last line changes nothing', async () => {
    const over = new Scribe({ turnCap: 3 }).start(...people).play();
    const { state, result } = over.position;
    over.add(restored);
    expect(over.position).toMatchObject({ state, result, status: 'over' });
    expect(await verify(over.end().text, engine)).toMatchObject({ ok: true, restores: 1 });
  });

  test('of an ended match is none', () => {
    const ended = standing(new Scribe().abort());
    expect(after(ended, restored)).toBeUndefined();
  });
});
