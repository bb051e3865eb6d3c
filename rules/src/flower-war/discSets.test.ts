/** Sets of one, two and three calendar discs: matches that begin at the trigger are played to their end by random moves. */
import { expect, test } from 'vitest';
import { type Chance, fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { type Day, wrap } from '../ring/model/calendar.ts';
import type { State } from '../ring/view/hidden.ts';
import { drawSeats, movesFrom } from '../tools/matches.ts';
import { FLOWER_WAR } from './edition.ts';
import { flowerWar } from './index.ts';
import { presetOptions, wealthy } from './matches.fixture.ts';
import type { FlowerTable } from './table.ts';

const MODES = ['quick', 'long', 'epic'] as const;
const SETS_OF_EACH_SIZE = 12;
const MOST_MOVES = 50_000;
const DAYS: readonly Day[] = Array.from({ length: 20 }, (_, index) => index + 1);

/** Each disc alone, and random sets of two and of three. */
function sets(): readonly (readonly Day[])[] {
  const chance = fastChance(11);
  const ofSize = (size: number) =>
    Array.from({ length: SETS_OF_EACH_SIZE }, () =>
      chance
        .shuffle(DAYS)
        .slice(0, size)
        .toSorted((a, b) => a - b),
    );
  return [...DAYS.map((day) => [day]), ...ofSize(2), ...ofSize(3)];
}

test.each(sets().map((set) => [set]))('discs %j: the apocalypse comes, and nothing breaks until the end', (set) => {
  const chance = fastChance(5);
  const choose = (state: State, index: number) => {
    const broken = FLOWER_WAR.broken(state);
    if (broken.length > 0) throw new Error(broken.join('; '));
    if (index > MOST_MOVES) throw new Error(`no end after ${MOST_MOVES} moves`);
    const seat = at(flowerWar.toMove(state), 0);
    const move = chance.pick(flowerWar.legalMoves(state, seat));
    return { seat, move, chance: index === 0 ? { ...chance, die: () => 1 } : chance };
  };
  const final = [...movesFrom(flowerWar, beforeTrigger(set, chance), choose)].at(-1)!.after as FlowerTable;
  expect(FLOWER_WAR.broken(final)).toEqual([]);
  expect(final.apocalypse.kind).toBe('counting');
});

/** A state in which a roll of one takes the last disc of the set. Tribes hold the other discs, cards and skulls. */
function beforeTrigger(set: readonly Day[], chance: Chance): State {
  const options = presetOptions('flower-war', { mode: at(MODES, set.length - 1) });
  const seats = drawSeats(flowerWar.seats, chance);
  const table = wealthy.setup(options, seats, chance) as FlowerTable;
  const last = chance.pick(set);
  const isHeld = (day: Day) => day !== last && set.includes(day);
  return {
    ...table,
    tribes: table.tribes.with(0, { ...at(table.tribes, 0), day: wrap(last - 1) }),
    days: table.days.with(last - 1, 1),
    pool: table.pool + table.options.perSpace - 1,
    discs: table.discs.map((holder, index) => (isHeld(index + 1) ? ((index % seats) as Seat) : holder)),
  } as State;
}
