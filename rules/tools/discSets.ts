/** Every set of one, two and three calendar discs of Flower War: set up at the trigger and played to the end. */
import type { Chance } from '../src/contract/chance.ts';
import { chanceFrom, fastChance } from '../src/contract/fastChance.ts';
import { resolveOptions } from '../src/contract/resolveOptions.ts';
import type { Seat } from '../src/contract/seat.ts';
import { FLOWER_WAR } from '../src/flower-war/edition.ts';
import { flowerWar } from '../src/flower-war/index.ts';
import type { FlowerTable } from '../src/flower-war/model/table.ts';
import { at } from '../src/json/at.ts';
import type { Day } from '../src/ring/model/calendar.ts';
import { wrap } from '../src/ring/model/calendar.ts';
import type { State } from '../src/ring/view/hidden.ts';

const MODES = ['quick', 'long', 'epic'] as const;
const CARDS_EACH = 4;
const CAP = 50_000;

/** All 20 + 190 + 1140 sets. */
export function allSets(): readonly (readonly Day[])[] {
  const days = Array.from({ length: 20 }, (_, index) => index + 1);
  const longer = (sets: readonly (readonly Day[])[]) =>
    sets.flatMap((set) => days.filter((day) => day > (set.at(-1) ?? 0)).map((day) => [...set, day]));
  const ones = longer([[]]);
  const twos = longer(ones);
  return [...ones, ...twos, ...longer(twos)];
}

/** Plays the match of a set and returns what is wrong with it. */
export function playSet(set: readonly Day[], seed: number): readonly string[] {
  const chance = fastChance(seed);
  let state: State = atTrigger(set, chance);
  for (let moves = 0; ; moves++) {
    const problems = FLOWER_WAR.broken(state);
    if (problems.length > 0) return problems;
    const [seat] = flowerWar.toMove(state);
    if (seat === undefined) return isTriggered(state) ? [] : ['the apocalypse never came'];
    if (moves > CAP) return [`no end after ${CAP} moves`];
    const luck = moves === 0 ? oneThen(chance) : chance;
    const applied = flowerWar.apply(state, seat, chance.pick(flowerWar.legalMoves(state, seat)), luck);
    if (!applied.ok) return [`a legal move is refused: ${applied.reason}`];
    state = applied.state;
  }
}

const isTriggered = (state: State): boolean => (state as FlowerTable).apocalypse.kind === 'counting';

/** A state in which the next roll takes the last disc of the set. Tribes hold the other discs, cards and skulls. */
function atTrigger(set: readonly Day[], chance: Chance): State {
  const resolved = resolveOptions(flowerWar, undefined, { mode: MODES[set.length - 1] ?? 'quick' });
  if (!resolved.ok) throw new Error(resolved.reason);
  const seats = 1 + chance.die(5);
  const table = flowerWar.setup(resolved.options, seats, chance) as FlowerTable;
  const last = chance.pick(set);
  const others = set.filter((day) => day !== last);
  const tribes = table.tribes.map((tribe, seat) => ({ ...tribe, hand: cardsOf(table, seat), skulls: 2 }));
  return {
    ...table,
    tribes: tribes.with(0, { ...at(tribes, 0), day: wrap(last - 1) }),
    decks: { ...table.decks, war: table.decks.war.slice(0, -seats * CARDS_EACH) },
    days: table.days.with(last - 1, 1),
    pool: table.pool + table.options.perSpace - 1 - 2 * seats,
    discs: table.discs.map((holder, day) => (others.includes(day + 1) ? ((day % seats) as Seat) : holder)),
  } as State;
}

const cardsOf = ({ decks }: FlowerTable, seat: number): readonly string[] => {
  const end = decks.war.length - seat * CARDS_EACH;
  return decks.war.slice(end - CARDS_EACH, end);
};

/** A chance whose first die shows one; all other results are random. */
function oneThen(chance: Chance): Chance {
  let isFirst = true;
  const luck = chanceFrom((sides) => chance.die(sides) - 1);
  return {
    ...luck,
    die: (sides) => {
      const die = isFirst ? 1 : chance.die(sides);
      isFirst = false;
      return die;
    },
  };
}
