/** Cases for cards.test.ts: a position in which a card makes a difference, and its expected result. */

import { type AnyGame, type Entry, GAMES } from '../catalogue/games.ts';
import { at, differences, patched } from '../json.ts';
import { DAY_NAMES } from '../ring/model/calendar.ts';
import type { CardId } from '../ring/model/card.ts';
import { homeDeck } from '../ring/play/hand.ts';
import { playStep, type Script, scriptedChance } from '../tools/replay.ts';
import type { MexicaTable } from './table.ts';
import { optionsOf } from '../tools/matches.ts';

/** Moves, each with its seat: `E roll`. */
export type Said = readonly string[];
type Patch = object;

export interface Case {
  readonly card: CardId;
  readonly title: string;
  readonly seats: readonly string[];
  /** Changes to a fresh match, one after another. */
  readonly given: readonly Patch[];
  readonly chance: Script;
  readonly moves: Said;
  readonly after: readonly Patch[];
  /** The same match without the card, or with the card unplayed. If absent, nothing happens in it. */
  readonly without?: { readonly given: readonly Patch[]; readonly chance: Script; readonly moves: Said };
}

const SEATS = ['E', 'N', 'W', 'S'];
const MEXICA = known('mexica');

function known(id: string): Entry {
  const entry = GAMES.get(id);
  if (!entry) throw new Error(`there is no ${id}`);
  return entry;
}

/** Seven tokens on each day, so that no landing brings a Day card. The tribes stand far apart. */
export const TABLE: Patch = {
  days: DAY_NAMES.map(() => 7),
  tribes: { E: { day: 12, skulls: 5 }, N: { day: 1, skulls: 4 }, W: { day: 2, skulls: 3 }, S: { day: 3, skulls: 2 } },
};

/** The active tribe holds a card that it can play later, so that its card step does not end at once. */
export const OFFERING: Patch = {
  tribes: { E: { hand: ['R02'] } },
  phase: { kind: 'offering', seat: 'E' },
  turn: { moves: 1, arrivals: 1, hasCollected: true },
};

export const PLAYING: Patch = { phase: { kind: 'playing', seat: 'E' } };
export const day = (sign: number): string => at(DAY_NAMES, sign - 1);

type State = ReturnType<AnyGame['setup']>;

function positionOf({ seats }: Case, patches: readonly Patch[]): State {
  const options = optionsOf(MEXICA.game);
  const asItIs = { ...scriptedChance([]), shuffle: <T>(items: readonly T[]): readonly T[] => items };
  return change(MEXICA.game.setup(options, seats.length, asItIs), seats, patches);
}

function change(state: State, seats: readonly string[], patches: readonly Patch[]): State {
  const names = { names: seats, itemNames: MEXICA.itemNames };
  return MEXICA.completed(
    patches.reduce<unknown>((known, patch) => patched(known, patch, names), state),
    {},
  );
}

/** What is wrong with a case; empty if the rules give its result and the card makes a difference. */
export function problemsOf(one: Case): readonly string[] {
  const given = positionOf(one, one.given);
  const after = play(given, one);
  const without = one.without ? play(positionOf(one, one.without.given), { ...one, ...one.without }) : given;
  const isIdle = differences(essence(without, one), essence(after, one)).length === 0;
  return [
    ...MEXICA.broken(given).map((line) => `given: ${line}`),
    ...MEXICA.broken(after).map((line) => `after: ${line}`),
    ...differences(change(given, one.seats, one.after), after),
    ...(isIdle ? ['nothing has changed but that the card is spent'] : []),
  ];
}

function play(given: State, { seats, chance, moves }: Pick<Case, 'seats' | 'chance' | 'moves'>): State {
  const luck = scriptedChance(chance);
  const after = moves.reduce((state, text) => {
    const [seat = '', ...move] = text.split(' ');
    const step = { seat: seats.indexOf(seat) as 0, move: move.join(' ') };
    const played = playStep(MEXICA.game, state, { step, chance: luck });
    if (!played.ok) throw new Error(`${text} is refused: ${played.reason}; legal: ${legal(state, step.seat)}`);
    return played.state;
  }, given);
  if (luck.rest().length > 0) throw new Error(`${JSON.stringify(luck.rest())} was not used`);
  return after;
}

const legal = (state: State, seat: 0): string =>
  MEXICA.game
    .legalMoves(state, seat)
    .map((move) => MEXICA.game.format(move))
    .join(', ');

/** Everything that a card can change, without the card itself. */
function essence(state: State, { card }: Case) {
  const { tribes, days, pool, out, lake, weeks, turn, phase }: MexicaTable = state;
  const isOther = (id: CardId) => id !== card;
  return {
    tribes: tribes.map((tribe) => ({
      ...tribe,
      hand: tribe.hand.filter(isOther),
      pending: tribe.pending.filter(isOther),
    })),
    days,
    pool,
    out,
    lake,
    weeks,
    seat: turn.seat,
    isExtra: turn.isExtra,
    isOver: phase.kind === 'over',
  };
}

type Row = Partial<Case> & Pick<Case, 'after'>;

/** A waiting event is carried out; the first answer ends the step of offerings. */
export function event(card: CardId, { given = [], moves = [], after, ...row }: Row): Case {
  const waiting = { tribes: { E: { pending: [card] } } };
  const spent = { tribes: { E: { pending: [] } }, discards: { day: [card] }, turn: { events: 1 } };
  return {
    card,
    title: 'is carried out',
    seats: SEATS,
    chance: [],
    ...row,
    given: [TABLE, OFFERING, waiting, ...given],
    moves: ['E done', ...moves],
    after: [spent, PLAYING, ...after],
  };
}

/** A card played in the step of cards. */
export function action(card: CardId, said: string, { given = [], moves = [], after, ...row }: Row): Case {
  return {
    card,
    title: 'is played',
    seats: SEATS,
    chance: [],
    ...row,
    given: [TABLE, OFFERING, { tribes: { E: { hand: [card, 'R02'] } } }, ...given],
    moves: ['E done', `E play ${card}${said}`, ...moves],
    after: [{ tribes: { E: { hand: ['R02'] } }, discards: discarded(card) }, PLAYING, ...after],
  };
}

type Discards = Readonly<Record<string, readonly CardId[]>>;
const discarded = (card: CardId): Discards => ({ [homeDeck(card)]: [card] });

/** The east lands on the north, and both have tokens. One side plays a card from its hand, or does not. */
export const BATTLE: Patch = { tribes: { E: { day: 6, skulls: 5 }, N: { day: 10, skulls: 4 } } };
export const LANDED: Patch = {
  tribes: { E: { day: 10, skulls: 6 } },
  days: { itzcuintli: 6 },
  turn: { moves: 1, arrivals: 1, hasCollected: true },
  phase: { kind: 'offering', seat: 'E' },
};

interface Fought extends Row {
  readonly holder: 'E' | 'N';
  /** Both dice, and more if the card asks for them. */
  readonly dice: readonly unknown[];
  /** Dice without the card. */
  readonly plain?: readonly unknown[];
}

/** A card played in a battle by one of the two. */
export function battle(card: CardId, fought: Fought): Case {
  const { holder, dice, plain = dice, given = [], moves = [], after, ...row } = fought;
  const position = [TABLE, BATTLE, { tribes: { [holder]: { hand: [card] } } }, ...given];
  return {
    card,
    title: `is played in a battle by ${holder}`,
    seats: SEATS,
    ...row,
    given: position,
    chance: [4, ...dice],
    moves: ['E roll', `${holder} play ${card}`, ...moves],
    after: [LANDED, { tribes: { [holder]: { hand: [] } }, discards: discarded(card) }, ...after],
    without: { given: position, chance: [4, ...plain], moves: ['E roll', `${holder} pass`] },
  };
}

/** Another tribe holds the card and answers what the east plays, so that the played card has no effect. */
export function cancels(card: CardId, played: Case): Case {
  const used = [played.card, card].map(discarded);
  return {
    ...played,
    card,
    title: `cancels ${played.card}`,
    moves: [...played.moves, `N play ${card}`],
    after: [...played.after, { tribes: { N: { hand: [] } } }, { discards: together(used) }],
    without: { given: played.given, chance: played.chance, moves: [...played.moves, 'N pass'] },
  };
}

function together(discards: readonly Discards[]): Discards {
  const decks = new Set(discards.flatMap((one) => Object.keys(one)));
  return Object.fromEntries([...decks].map((deck) => [deck, discards.flatMap((one) => one[deck] ?? [])]));
}

interface Third {
  /** Cards of the two signs that the east has already. */
  readonly victories: readonly CardId[];
  readonly moves: Said;
  readonly deck: string;
  /** The card that the east draws in the match without the sign. */
  readonly instead: CardId;
}

/** The east, with seven tokens, draws its third sign and wins. */
export function thirdSign(card: CardId, { victories, moves, deck, instead }: Third, after: readonly Patch[]): Case {
  const given = (top: CardId) => [
    TABLE,
    OFFERING,
    { tribes: { E: { skulls: 7, victories } }, decks: { [deck]: [top] } },
  ];
  const paid = deck === 'day' ? 7 : 1;
  const owned = { tribes: { E: { skulls: 7 - paid, victories: [...victories, card] } } };
  const won = { phase: { kind: 'over', reason: 'signs', winner: 'E' } };
  return {
    card,
    title: 'is the third sign',
    seats: SEATS,
    chance: [],
    given: given(card),
    moves,
    after: [owned, won, ...after],
    without: { given: given(instead), chance: [], moves },
  };
}
