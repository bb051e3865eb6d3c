/** A table that may be the one behind a view. What the seat cannot see is drawn at random. */
import type { Question } from '../../contract/bot.ts';
import type { Chance } from '../../contract/chance.ts';
import { at } from '../../json/at.ts';
import { forward } from '../model/calendar.ts';
import type { Move } from '../model/move.ts';
import type { Settings } from '../model/options.ts';
import type { Phase, Table, Task, Tribe, Turn, TurnModifier } from '../model/state.ts';
import { newTurn } from '../play/turn.ts';
import type { RingView, TribeView } from '../view/view.ts';
import { type Cards, sampledHands } from './sampledHands.ts';

type Asked = Question<RingView, Move, Settings>;

/**
 * The part of a table that all editions have, with empty decks. Undefined in phases whose planned tasks the view does not
 * tell, such as a battle.
 */
export function sampledTable(question: Asked, cards: Cards, chance: Chance): Table | undefined {
  const { view, seat, options } = question;
  const phase = phaseOf(question);
  const held = phase && sampledHands(question, cards, chance);
  if (phase === undefined || held === undefined) return undefined;
  return {
    options,
    round: view.round,
    tribes: view.tribes.map((tribe, index) => ({ ...tribeBehind(tribe), ...at(held, index) })),
    days: view.days,
    pool: view.pool,
    out: view.out,
    lake: { war: view.warLake, rain: view.rainLake },
    tally: { war: view.warTally, rain: view.rainTally },
    decks: { day: [], war: [], rain: [] },
    turn: { ...newTurn(seat, false), ...doneSoFar(question) },
    battles: [],
    agenda: phase.kind === 'ranged' ? AFTER_RANGED : [],
    phase,
    leaving: [],
  };
}

/** What is planned while a tribe may attack from afar. In the other phases that are known here nothing is. */
const AFTER_RANGED: readonly Task[] = [{ kind: 'offer' }, { kind: 'after-battles' }];

/** The phase, if no task is under way in it. */
function phaseOf({ view, seat }: Asked): Phase | undefined {
  if (view.turn !== seat || view.asked !== seat) return undefined;
  switch (view.phase) {
    case 'moving':
    case 'ranged':
    case 'offering':
    case 'playing':
    case 'discarding':
      return { kind: view.phase, seat };
    case 'adding-steps':
      return { kind: view.phase, seat, roll: forward(at(view.tribes, seat).day, view.day), most: view.amount };
    default:
      return undefined;
  }
}

function tribeBehind({ compass, day, skulls, victories, here, ...tribe }: TribeView): Omit<Tribe, 'hand' | 'pending'> {
  const modifiers = tribe.modifiers.map(modifierOf);
  const nextModifiers = tribe.nextModifiers.map(modifierOf);
  return { compass, day, skulls, victories, modifiers, nextModifiers, isHere: here };
}

/** Reads `pickup +1`. */
function modifierOf(words: string): TurnModifier {
  const [kind, n] = words.split(' ');
  return { kind: kind as TurnModifier['kind'], n: Number(n), lasts: 'turn' };
}

/** What the tribe has done in this turn, as far as the legal moves show it. */
function doneSoFar(question: Asked): Partial<Turn> {
  const { phase } = question.view;
  if (phase === 'moving' || phase === 'adding-steps') return {};
  return { moves: 1, arrivals: 1, hasCollected: true, offered: offeredSoFar(question), hasKept: hasKept(question) };
}

const hasKept = ({ view, legal }: Asked): boolean =>
  view.phase === 'discarding' && !legal.some(({ kind }) => kind === 'decline');

/** One sacrifice if the tribe may stop and cannot pray, which are the only things that the number decides. */
function offeredSoFar({ legal, options: { sacrificesPerTurn: limit } }: Asked): number {
  const may = (kind: Move['kind']) => legal.some((move) => move.kind === kind);
  if (!may('offer')) return limit;
  const most = limit === 0 ? 1 : limit - 1;
  return may('done') && !may('tonantzin') ? Math.min(1, most) : 0;
}
