/**
 * What the value of a position is read from, for each game: numbers for each seat, the question that settles itself, and what no
 * seat has seen. The weights of the numbers are learned; see `weights.ts`.
 */
import type { AnyBot, AnyGame } from '../catalogue/games.ts';
import { type Chance, fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { heldWorth, sampledPosition as sampledFlowerWar } from '../flower-war/bot/strong.ts';
import type { FlowerTable } from '../flower-war/table.ts';
import { at } from '../json.ts';
import { lateness, PROSPECTS as MEXICA_PROSPECTS, type Standing, standingsOf } from '../mexica/bot/prospects.ts';
import { sampledPosition as sampledMexica } from '../mexica/bot/strong.ts';
import type { MexicaTable } from '../mexica/table.ts';
import type { Move as RingMove } from '../ring/model/move.ts';
import type { RingTable } from '../ring/model/state.ts';
import { censusesOf, gainAtGlance, glanceAt } from '../space-aztecs/bot/census.ts';
import { outlookIn } from '../space-aztecs/bot/greedy.ts';
import { PROSPECTS as AZTEC_PROSPECTS } from '../space-aztecs/bot/prospects.ts';
import { bestCard, sampledPosition as sampledAztecs } from '../space-aztecs/bot/strong.ts';
import { cardOf } from '../space-aztecs/cards.ts';
import type { Move as AztecMove, State as AztecState } from '../space-aztecs/state.ts';
import { legalMoves as aztecMoves, toMove as aztecsToMove } from '../space-aztecs/moves.ts';
import { PATHS, TOKENS } from '../tieqchieq/board.ts';
import { greedy, paceOn, risk } from '../tieqchieq/bot/greedy.ts';
import { positionOf } from '../tieqchieq/bot/strong.ts';
import { tieqchieq } from '../tieqchieq/index.ts';
import type { Move as TieqchieqMove, State as TieqchieqState } from '../tieqchieq/state.ts';

export type State = ReturnType<AnyGame['setup']>;

/** What a seat knew when it had to move. */
export type SeatQuestion = Parameters<AnyBot>[0];

/** The numbers of a seat, in the order of the names. A seat that has left has none. */
export type Row = readonly number[] | undefined;

export interface Traits<S = State, M = ReturnType<AnyGame['legalMoves']>[number]> {
  /** Without the advantages of the seats, which stand at the end of each row: one for each seat but the first. */
  readonly names: readonly string[];
  /** By seat. If the rules may end a match without a winner, the last row stands for that end. */
  readonly rows: (state: S) => readonly Row[];
  /** The move that settles an open question, such as a battle; nothing in a quiet position. */
  readonly settles: (state: S) => { readonly seat: Seat; readonly move: M } | undefined;
  /** How much of the value of an open question is read from the position as it stands, since its answers are secret. */
  readonly doubt?: number;
  /** What no seat has seen. A move has touched it if a part of it is another object. */
  readonly unseen: (state: S) => readonly object[];
  /** The game has no secrets. */
  readonly isOpen?: true;
  /** A position that looks the same to the seat; nothing if the view tells too little. */
  readonly imagined: (question: SeatQuestion, chance: Chance) => S | undefined;
}

/** One advantage for each seat but the first, which fades until the end. */
const advantages = (seats: number, seat: number, early: number): readonly number[] =>
  Array.from({ length: seats - 1 }, (_, index) => (index + 1 === seat ? early : 0));

/** How many turns come before the next turn of the seat, as a part of a round; 0 while it has its turn. */
function waiting({ tribes: { length }, turn }: RingTable, seat: number): number {
  return ((seat - turn.seat + length) % length) / length;
}

const RESTS: ReadonlyMap<string, RingMove> = new Map([
  ['battle', { kind: 'pass' }],
  ['reacting', { kind: 'pass' }],
]);

/** In a battle and in a window the seats add nothing more. */
function resting({ phase }: RingTable): { readonly seat: Seat; readonly move: RingMove } | undefined {
  const move = RESTS.get(phase.kind);
  return move === undefined || phase.kind === 'over' ? undefined : { seat: phase.seat, move };
}

const unseenDecks = ({ decks }: RingTable): readonly object[] => [decks.day, decks.war, decks.rain];

// Flower War: skulls decide, and the fewer turns are left, the more a lead is worth.

const flowerWar: Traits<FlowerTable, RingMove> = {
  names: ['skulls', 'late-skulls', 'hand', 'late-hand', 'cards', 'discs', 'late-discs', 'waiting'],
  rows: (table) => {
    const soon = 1 / Math.sqrt(1 + turnsLeft(table));
    const rivals = table.tribes.length - 1;
    return table.tribes.map(({ skulls, hand, isHere }, seat) => {
      if (!isHere) return undefined;
      const held = hand.reduce((sum, card) => sum + heldWorth(card, rivals), 0);
      const discs = table.discs.filter((holder) => holder === seat).length;
      const wait = waiting(table, seat) * soon;
      const own = [skulls, skulls * soon, held, held * soon, hand.length * soon, discs, discs * soon, wait];
      return [...own, ...advantages(table.tribes.length, seat, 1 - soon)];
    });
  },
  settles: resting,
  unseen: unseenDecks,
  imagined: sampledFlowerWar,
};

const NEEDED = { quick: 1, long: 2, epic: 3 };

/** The turns of one seat that are probably left: a day that is visited by each seat in twenty turns runs low. */
function turnsLeft({ apocalypse, options, tribes, days, discs }: FlowerTable): number {
  if (apocalypse.kind === 'counting') return Math.max(0, options.countdown - apocalypse.track);
  const open = days.filter((_, index) => discs[index] === 'day').toSorted((a, b) => a - b);
  const wanted = Math.max(0, NEEDED[options.mode] - (days.length - open.length) - 1);
  return options.countdown + (VISITED_AFTER * (open[wanted] ?? 0)) / tribes.length;
}

const VISITED_AFTER = 10;

// Mexica: the signs decide. Who collects none in time leaves the match without a winner.

const SIGN_TRAITS = MEXICA_PROSPECTS.flatMap(({ name }) => [name, `late-${name}`, `given-${name}`, `issued-${name}`]);
const WAY_TRAITS = ['many-to-sign', 'few-to-sign', 'many-to-last', 'few-to-last', 'flooded-to-sign', 'flooded-to-last'];
const UNWON_TRAITS = ['none', 'late', 'later', 'given', 'more-given', 'pressed', 'more-pressed', 'round'];
const UNWON_STATES = ['flooded', 'at-war', 'level', 'with-sign', 'with-two-signs'];

const mexica: Traits<MexicaTable, RingMove> = {
  names: [...SIGN_TRAITS, ...WAY_TRAITS, 'waiting', ...UNWON_TRAITS, ...UNWON_STATES],
  rows: (table) => {
    const standings = standingsOf(table);
    const { late, given, issued } = hurryOf(table);
    const unwon = unwonRow(table, standings);
    const noSeat = unwon.map(() => 0);
    const seats = table.tribes.map(({ isHere }, seat) => {
      if (!isHere) return undefined;
      const standing = at(standings, seat);
      const signs = MEXICA_PROSPECTS.flatMap(({ of }) => {
        const x = of(standing);
        return [x, x * late, x * given, x * issued];
      });
      const wait = waiting(table, seat);
      return [...signs, ...waysOf(table, standing), wait, ...noSeat, ...advantages(standings.length, seat, 1 - late)];
    });
    const ofSeats = [...SIGN_TRAITS, ...WAY_TRAITS, 'waiting'].map(() => 0);
    return [...seats, [...ofSeats, ...unwon, ...advantages(standings.length, 0, 0)]];
  },
  settles: resting,
  unseen: unseenDecks,
  imagined: sampledMexica,
};

const stateOf = ({ apocalypse }: MexicaTable): string => (apocalypse.kind === 'quiet' ? 'none' : apocalypse.ending);

/** How near the end is, from 0 to 1: by the countdown, and what brings it about. */
function hurryOf(table: MexicaTable): { readonly late: number; readonly given: number; readonly issued: number } {
  const { lake, issued, options } = table;
  return {
    late: lateness(table),
    given: (lake.war + lake.rain) / options.sacrificeThreshold,
    issued: issued.filter(Boolean).length / issued.length,
  };
}

/** All ways to a sign together count less, the more there are. In a flood no day gives its sign. */
function waysOf(table: MexicaTable, { signs, ways: { day, soon, deck, prey } }: Standing): readonly number[] {
  const all = day + soon + deck + prey;
  const [many, few, flooded] = [all * all, Math.sqrt(all), stateOf(table) === 'flood' ? day + soon : 0];
  return signs === 2 ? [0, 0, many, few, 0, flooded] : [many, few, 0, 0, flooded, 0];
}

/** What speaks for a match without a winner. */
function unwonRow(table: MexicaTable, standings: readonly Standing[]): readonly number[] {
  const { late, given, issued } = hurryOf(table);
  const pressed = table.apocalypse.kind === 'quiet' ? Math.min(1, Math.max(given, issued)) : 1;
  const round = table.round / table.options.roundCap;
  const states = ['flood', 'war', 'open'].map((state) => (state === stateOf(table) ? 1 : 0));
  const withSigns = [1, 2].map((least) => standings.filter(({ signs }) => signs >= least).length);
  return [1, late, late * late, given, given * given, pressed, pressed * pressed, round, ...states, ...withSigns];
}

// Space Aztecs: points decide. A seat that holds a pile has the best card of it in prospect.

const spaceAztecs: Traits<AztecState, AztecMove> = {
  names: [...AZTEC_PROSPECTS.map(({ name }) => name), 'late-score', 'promise', 'late-promise'],
  rows: (state) => {
    const { cities, removed } = state;
    const outlook = outlookIn(state);
    const soon = 1 / Math.sqrt(1 + outlook.rounds);
    const censuses = censusesOf(cities, removed);
    return cities.map((city, seat) => {
      if (!city.isHere) return undefined;
      const census = at(censuses, seat);
      const prospects = AZTEC_PROSPECTS.map(({ of }) => of(census, outlook) / TEN);
      const [score, promise] = [census.score / TEN, promiseOf(state, seat) / TEN];
      const own = [...prospects, score * soon, promise, promise * soon];
      return [...own, ...advantages(cities.length, seat, 1 - soon)];
    });
  },
  settles: closing,
  doubt: 0.4, // of all tenths, the values are nearest to the ends of matches with this one
  unseen: ({ piles }) => piles.filter(({ isSeen }) => !isSeen),
  imagined: sampledAztecs,
};

const TEN = 10;

/** What the best card brings that the seat has chosen or may choose. */
function promiseOf({ announced, hands, piles, cities }: AztecState, seat: number): number {
  const { pile, chosen } = at(hands, seat);
  const play = announced.find((one) => one.seat === seat);
  const own = play?.card ?? chosen;
  const cards = own === '' ? (piles[pile - 1]?.cards ?? []) : [own];
  const glance = glanceAt(at(cities, seat));
  return cards.reduce((most, card) => Math.max(most, gainAtGlance(glance, cardOf(card), cities)), 0);
}

/** While the seats choose and reveal, each takes the card that looks best, and leaves it where it is laid first. */
function closing(state: AztecState): { readonly seat: Seat; readonly move: AztecMove } | undefined {
  const { kind } = state.phase;
  const [seat] = aztecsToMove(state);
  if (seat === undefined || kind === 'taking') return undefined;
  const legal = aztecMoves(state, seat);
  return { seat, move: kind === 'choosing' ? bestCard(state, seat, legal) : at(legal, 0) };
}

// Tieqchieq: a race. What was tossed is used as the bot greedy uses it.

const race: Traits<TieqchieqState, TieqchieqMove> = {
  names: ['pace', 'home', 'risk', 'first', 'late-pace'],
  rows: ({ options, sides, phase }) => {
    const { board, surcharge } = options;
    const [red, yellow] = PATHS[board];
    const late = Math.max(...sides.map(({ home }) => home)) / TOKENS;
    return sides.map(({ path, home }, seat) => {
      const [mine, foe] = seat === 0 ? [red, yellow] : [yellow, red];
      const here = { mine, foe, enemies: at(sides, 1 - seat).path, surcharge };
      const isFirst = phase.kind !== 'over' && phase.seat === seat;
      const paces = paceOn(mine, surcharge);
      const pace = path.reduce((sum, position) => sum + at(paces, position), home * at(paces, paces.length - 1)) / TEN;
      const risks = isFirst ? 0 : path.reduce((sum, position) => sum + risk(here, position), 0) / TEN;
      return [pace, home, risks, isFirst ? 1 : 0, pace * late, ...advantages(2, seat, 1 - late)];
    });
  },
  settles: (state) => {
    const { phase, options } = state;
    if (phase.kind !== 'acting' && phase.kind !== 'bonus') return undefined;
    const { seat } = phase;
    const legal = tieqchieq.legalMoves(state, seat);
    return { seat, move: greedy({ view: tieqchieq.view(state, seat), seat, options, legal }, fastChance(0)) };
  },
  unseen: () => [],
  isOpen: true,
  imagined: positionOf,
};

export const TRAITS: ReadonlyMap<string, Traits> = new Map<string, Traits>([
  ['flower-war', flowerWar as Traits],
  ['mexica', mexica as Traits],
  ['space-aztecs', spaceAztecs as Traits],
  ['tieqchieq', race as Traits],
]);
