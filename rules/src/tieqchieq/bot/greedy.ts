/** A bot that looks one move ahead. It weighs progress, marks, battle odds, and the danger to its tokens. */
import type { Bot, Question } from '../../contract/game.ts';
import { overlooking } from '../../search/overlooking.ts';
import { destination, type Mark, PATHS, type Path, type Surcharge, X } from '../board.ts';
import type { Settings } from '../options.ts';
import type { Move } from '../state.ts';
import type { View } from '../view.ts';

export const greedy: Bot<View, Move, Settings> = (question, chance) => {
  const scores = scoresOf(question);
  const best = Math.max(...scores);
  return chance.pick(question.legal.filter((_, index) => scores[index] === best));
};

export const easy: Bot<View, Move, Settings> = overlooking({ guess: scoresOf, obvious: 5, overlooks: 60 });

/** What each legal move is worth, in squares of progress. */
function scoresOf({ view, options, legal }: Omit<Question<View, Move, Settings>, 'seat'>): readonly number[] {
  const paths = PATHS[view.board];
  const [mine, foe] = view.turn === 0 ? [paths[0], paths[1]] : [paths[1], paths[0]];
  const enemies = view.sides[1 - view.turn]?.path ?? [];
  const here = { mine, foe, enemies, surcharge: options.surcharge };
  return legal.map((move) => scoreOf(here, view, move));
}

/** How often an attacker wins. */
export const WIN_ODDS = 3 / 4;

/** The worth of a mark in squares of progress; a whole turn is worth about two. */
const MARK_VALUE: Readonly<Record<Mark, number>> = { none: 0, plus: 1, ring: 2, sun: 3 };

const HOME_VALUE = 3;

/** The board and the enemy's tokens, as one side sees them. */
export interface Surroundings {
  readonly mine: Path;
  readonly foe: Path;
  readonly enemies: readonly number[];
  readonly surcharge: Surcharge;
}

function scoreOf(here: Surroundings, view: View, move: Move): number {
  const reach = (from: number) => destination(here.mine, here.surcharge, from, view.roll);
  switch (move.kind) {
    case 'move':
      return walk(here, move.from, reach(move.from));
    case 'introduce':
      return walk(here, 0, reach(0));
    case 'step':
      return walk(here, view.at, view.at + 1);
    case 'toss':
    case 'stay':
    case 'pass':
      return 0;
  }
}

/** What it is worth to bring a token there, battles and marks counted. */
export function walk(here: Surroundings, from: number, to: number): number {
  const gain = valueAt(here, to) - valueAt(here, from) + MARK_VALUE[here.mine.mark[to] ?? 'none'];
  const there = here.mine.facing[to] ?? 0;
  const beaten = here.enemies.filter((enemy) => enemy === there).length;
  if (beaten === 0) return gain;
  const spoils = beaten * paceAt(here.foe, here, there);
  return WIN_ODDS * (gain + spoils) - (1 - WIN_ODDS) * paceAt(here.mine, here, from);
}

/** What a token is worth on a position, less what a battle there would probably cost. */
function valueAt(here: Surroundings, position: number): number {
  return paceAt(here.mine, here, position) + (position === X ? HOME_VALUE : 0) - risk(here, position);
}

const paceAt = (path: Path, { surcharge }: Surroundings, position: number): number =>
  paceOn(path, surcharge)[position] ?? 0;

/** What an enemy would probably take of a token on this position with the next toss, in squares. */
export const risk = (here: Surroundings, position: number): number =>
  danger(here, position) * WIN_ODDS * paceAt(here.mine, here, position);

/** How likely the next toss brings an enemy to this square. */
function danger({ mine, foe, enemies, surcharge }: Surroundings, position: number): number {
  const there = mine.facing[position] ?? 0;
  if (there === 0 || mine.mark[position] === 'sun') return 0;
  const hits = (roll: number) => enemies.some((enemy) => destination(foe, surcharge, enemy, roll) === there);
  return TOSS_ODDS.reduce((sum, odds, roll) => (hits(roll) ? sum + odds : sum), 0);
}

// How far a token has come. Squares that few rolls reach count more: a bot that counts all squares alike spends such rolls elsewhere, and
// its tokens wait in front of the enemy's land until they are beaten.

/** How often four coins show 0..4 heads. */
export const TOSS_ODDS: readonly number[] = [1, 4, 6, 4, 1].map((ways) => ways / 16);

/** Tosses weigh more than squares, since a token that waits is in the way of others and in danger. */
const WAITING = 1.5;

type Paces = ReadonlyMap<Path, readonly number[]>;
const PACES: Readonly<Record<Surcharge, Paces>> = { exact: paces('exact'), spendUpTo: paces('spendUpTo') };

/** In squares, by position, from 0 in the reserve to 15 at the goal. */
export const paceOn = (path: Path, surcharge: Surcharge): readonly number[] => PACES[surcharge].get(path) ?? [];

function paces(surcharge: Surcharge): Paces {
  const paths = Object.values(PATHS).flat();
  return new Map(paths.map((path) => [path, paceOf(path, surcharge)]));
}

function paceOf(path: Path, surcharge: Surcharge): readonly number[] {
  const tosses = tossesLeft(path, surcharge);
  const all = tosses[0] ?? 1;
  return tosses.map((left, position) => position + WAITING * (X * (1 - left / all) - position));
}

/** The tosses that a token needs alone, by position. It waits until a roll fits. */
function tossesLeft(path: Path, surcharge: Surcharge): readonly number[] {
  const left = Array.from({ length: X + 1 }, () => 0);
  for (let from = X - 1; from >= 0; from--) {
    const ways = TOSS_ODDS.map((odds, roll) => ({ odds, to: destination(path, surcharge, from, roll) }));
    const usable = ways.filter(({ to }) => to > 0);
    const odds = usable.reduce((sum, way) => sum + way.odds, 0);
    left[from] = (1 + usable.reduce((sum, way) => sum + way.odds * (left[way.to] ?? 0), 0)) / odds;
  }
  return left;
}
