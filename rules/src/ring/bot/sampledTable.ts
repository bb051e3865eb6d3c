/** A table that may be the one behind a view. What the seat cannot see is drawn at random. */
import type { Chance } from '../../contract/chance.ts';
import type { Bot, Question, Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { type Plan, searching } from '../../search/searching.ts';
import { cardOf } from '../cards/cards.ts';
import { without } from '../invariants.ts';
import { forward } from '../model/calendar.ts';
import type { CardId, Deck, God } from '../model/card.ts';
import type { Move } from '../model/move.ts';
import type { Settings } from '../model/options.ts';
import type { Phase, RingTable, Task, Tribe, Turn, TurnModifier } from '../model/state.ts';
import type { Balance } from '../play/offering.ts';
import { newTurn } from '../play/turn.ts';
import type { RingGame } from '../ringGame.ts';
import type { State } from '../view/hidden.ts';
import type { RingView, TribeView } from '../view/view.ts';
import { singly } from './worth.ts';

type RingQuestion = Question<RingView, Move, Settings>;

/**
 * The part of a table that all editions have, with empty decks. Undefined in phases whose planned tasks the view does not
 * tell, such as a battle.
 */
export function sampledTable(question: RingQuestion, cards: Cards, chance: Chance): RingTable | undefined {
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
function phaseOf({ view, seat }: RingQuestion): Phase | undefined {
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
function doneSoFar(question: RingQuestion): Partial<Turn> {
  const { phase } = question.view;
  if (phase === 'moving' || phase === 'adding-steps') return {};
  return { moves: 1, arrivals: 1, hasCollected: true, offered: offeredSoFar(question), hasKept: hasKept(question) };
}

const hasKept = ({ view, legal }: RingQuestion): boolean =>
  view.phase === 'discarding' && !legal.some(({ kind }) => kind === 'decline');

/** One sacrifice if the tribe may stop and cannot pray, which are the only things that the number decides. */
function offeredSoFar({ legal, options: { sacrificesPerTurn: limit } }: RingQuestion): number {
  const may = (kind: Move['kind']) => legal.some((move) => move.kind === kind);
  if (!may('offer')) return limit;
  const most = limit === 0 ? 1 : limit - 1;
  return may('done') && !may('tonantzin') ? Math.min(1, most) : 0;
}

// Deals cards to the seats whose hands a bot cannot see. Open cards, and the sizes of hands and decks, tell which are possible.

interface Cards {
  /** All cards of the match, by their deck. */
  readonly full: Readonly<Record<Deck, readonly CardId[]>>;
  /** Cards that lie open outside of hands, such as discarded ones. */
  readonly open: readonly CardId[];
  /** How many cards each deck has left. */
  readonly left: Readonly<Record<Deck, number>>;
}

type Held = Pick<Tribe, 'hand' | 'pending'>;

/** By seat: the bot's own cards, and for each other seat cards that may be its cards. Undefined if too few are left. */
function sampledHands(
  { view, seat }: { readonly view: RingView; readonly seat: Seat },
  cards: Cards,
  chance: Chance,
): readonly Held[] | undefined {
  const others = view.tribes.filter((_, index) => index !== seat);
  const wanted = {
    hand: others.reduce((sum, tribe) => sum + tribe.cards, 0),
    pending: others.reduce((sum, tribe) => sum + tribe.pending, 0),
  };
  const loose = looseCards(unseenBy(view, cards), { ...cards, chance, events: wanted.pending });
  if (loose.hand.length < wanted.hand || loose.pending.length < wanted.pending) return undefined;
  return view.tribes.map((tribe, index) =>
    index === seat
      ? { hand: view.hand, pending: view.pending }
      : { hand: loose.hand.splice(0, tribe.cards), pending: loose.pending.splice(0, tribe.pending) },
  );
}

const DECKS: readonly Deck[] = ['day', 'war', 'rain'];
type Unseen = Readonly<Record<Deck, readonly CardId[]>>;

function unseenBy({ hand, pending, tribes }: RingView, { full, open }: Cards): Unseen {
  const seen = [...hand, ...pending, ...tribes.flatMap(({ victories }) => victories), ...open];
  return { day: without(full.day, seen), war: without(full.war, seen), rain: without(full.rain, seen) };
}

interface Loosening extends Pick<Cards, 'left'> {
  readonly chance: Chance;
  /** How many events wait in front of the other seats. */
  readonly events: number;
}

/** Unseen cards that are in no deck: first the waiting events, then as many of each deck as its size says. */
function looseCards(unseen: Unseen, { left, chance, events }: Loosening): { hand: CardId[]; pending: CardId[] } {
  const pending = chance.shuffle(DECKS.flatMap((deck) => unseen[deck].filter(isEvent))).slice(0, events);
  const hand = DECKS.flatMap((deck) => {
    const gone = unseen[deck].length - left[deck] - pending.filter((id) => cardOf(id).deck === deck).length;
    return chance.shuffle(unseen[deck].filter(isForHands)).slice(0, Math.max(0, gone));
  });
  return { hand: [...chance.shuffle(hand)], pending };
}

const isEvent = (id: CardId): boolean => cardOf(id).timing === 'event';
const isForHands = (id: CardId): boolean => !isEvent(id) && cardOf(id).timing !== 'victory';

// What the search needs of every game on the ring.

/** Counts turns. An extra turn counts with the turn before it. */
const turnsBy = ({ round, tribes, turn }: State): number => round * tribes.length + turn.seat;

/** Questions that a seat may always answer by doing nothing. */
type Restful = Extract<Phase['kind'], 'battle' | 'reacting' | 'playing'>;

const RESTS: Readonly<Record<Restful, Move>> = {
  battle: { kind: 'pass' },
  reacting: { kind: 'pass' },
  playing: { kind: 'done' },
};

interface Playing<V, O> {
  readonly game: Pick<RingGame<V>, 'legalMoves' | 'view'>;
  /** It sees the view of each seat, also in the imagined position. */
  readonly bot: Bot<V, Move, O>;
  /** Questions that all seats answer by doing nothing, because to weigh hands of cards takes long. */
  readonly rests: readonly Restful[];
}

/** All seats play on as this bot plays. */
export function playingOn<V, O extends Settings>({
  game,
  bot,
  rests,
}: Playing<V, O>): Plan<State, Move, V, O>['playsOn'] {
  return (state: State, seat: Seat, chance: Chance) => {
    const rest = rests.find((kind) => kind === state.phase.kind);
    if (rest !== undefined) return RESTS[rest];
    const legal = game.legalMoves(state, seat);
    if (legal.length === 1) return at(legal, 0);
    return bot({ view: game.view(state, seat), seat, options: state.options as O, legal }, chance);
  };
}

/** A bot that tries its moves out on the ring, and makes its offerings one by one. */
export function searchingOnRing<V extends RingView, O>(plan: Omit<Plan<State, Move, V, O>, 'clock'>): Bot<V, Move, O> {
  const search = searching({ ...plan, clock: turnsBy });
  return (question, chance) => search(singly(question), chance);
}

/** The balance of the gods, as far as a view tells it: who received the last skull it does not tell. */
export const balanceIn = ({ favoured }: { readonly favoured: God | '' }): Balance => ({
  lastGiven: 'none',
  favoured: favoured === '' ? 'none' : favoured,
});

/** The lead of a seat over the others, of whom the strongest counts as much as all together. */
export function leadOf(standings: readonly number[], seat: Seat): number {
  const others = standings.filter((_, other) => other !== seat);
  const mean = others.reduce((sum, standing) => sum + standing, 0) / others.length;
  return at(standings, seat) - (Math.max(...others) + mean) / 2;
}
