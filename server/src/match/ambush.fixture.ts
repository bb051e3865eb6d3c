/**
 * For tests: a game with given hands, so that two matches can differ in the hands alone. On its turn a seat strikes the
 * next one, feints (a strike after which it has another turn), rests, or thinks for itself. The striker may boost the
 * strike (a window of its own), the struck seat may dodge it (an attack), and all other seats may counter it (a
 * reaction of several seats at once). A habit rests after a rest of the seat before, another one never counters.
 */
import { TABLES } from '@flower-war/protocol';
import {
  type AnyGame,
  type Applied,
  at,
  type CapableGame,
  type HabitsCapability,
  type Refused,
  random,
  type Seat,
  type TempleCapability,
} from '@flower-war/rules';
import { type HostedGames, hosting } from '../base/hostedGames.ts';

export type Card = 'boost' | 'dodge' | 'counter';
type Move = Card | 'strike' | 'feint' | 'rest' | 'think' | 'pass';
type Stage = 'own' | 'attack' | 'reaction';

interface Strike {
  readonly by: Seat;
  readonly target: Seat;
  readonly isFeint: boolean;
  readonly isBoosted: boolean;
}

type Phase =
  | { readonly kind: 'turn' | 'over' }
  | { readonly kind: 'asking'; readonly stage: Stage; readonly asked: readonly Seat[]; readonly strike: Strike };

interface State {
  readonly phase: Phase;
  readonly turn: Seat;
  readonly turns: number;
  readonly hits: readonly number[];
  readonly hands: readonly (readonly Card[])[];
  readonly thoughts: readonly number[];
  readonly here: readonly Seat[];
}

type Event =
  | { readonly kind: 'struck'; readonly strike: Strike; readonly outcome: 'hit' | 'dodged' | 'countered' }
  | { readonly kind: 'rested' | 'left'; readonly seat: Seat };

interface View {
  readonly turn: Seat;
  readonly turns: number;
  readonly hits: readonly number[];
  readonly here: readonly Seat[];
  readonly hand: readonly Card[];
  readonly thoughts: number;
  readonly asked: Stage | '';
}

const MOVES: readonly Move[] = ['strike', 'feint', 'rest', 'think', 'boost', 'dodge', 'counter', 'pass'];
const CARDS: Readonly<Record<Stage, Card>> = { own: 'boost', attack: 'dodge', reaction: 'counter' };
const STAGES: readonly Stage[] = ['own', 'attack', 'reaction'];
const TURNS = 8;

export function ambush(hands: readonly (readonly Card[])[]): CapableGame<State, Move, Event, View, 'not-now'> {
  return {
    id: 'ambush',
    rulesVersion: 1,
    seats: [2, 6],
    presets: [{ id: 'ambush', options: {} }],
    options: [],
    setup: (_, seats) => newState(hands, seats),
    toMove,
    refusal: (state, seat, move) => (legalMoves(state, seat).includes(move) ? undefined : 'not-now'),
    legalMoves,
    apply,
    fallback: ({ phase }) => (phase.kind === 'asking' ? 'pass' : 'rest'),
    leave,
    reshuffle: (state) => state,
    view: (state, viewer) =>
      view(
        state,
        state.here.find((seat) => seat === viewer),
      ),
    viewEvent: (event) => event,
    result,
    windows: {
      open: ({ phase }) => (phase.kind === 'asking' ? { kind: phase.stage } : undefined),
      heldBack: () => [],
    },
    temple: TEMPLE,
    habits: HABITS,
    parse: (text) => MOVES.find((move) => move === text),
    format: (move) => move,
  };
}

interface Notes {
  /** The last turn was a rest. */
  readonly isResting: boolean;
}

const HABITS: HabitsCapability<State, Move, Event, Notes> = {
  list: [
    { name: 'rest-on', pace: 'usual', isForWindows: false },
    { name: 'calm', pace: 'brisk', isForWindows: true },
  ],
  notes: () => ({ isResting: false }),
  noted: (notes, _, events) =>
    events.reduce((known, event) => (event.kind === 'left' ? known : restingAfter(event)), notes),
  answer({ state: { phase, turn }, notes, seat }, kept) {
    if (phase.kind === 'turn') return seat === turn && notes.isResting && kept.includes('rest-on') ? 'rest' : undefined;
    const isReaction = phase.kind === 'asking' && phase.stage === 'reaction' && phase.asked.includes(seat);
    return isReaction && kept.includes('calm') ? 'pass' : undefined;
  },
};

const restingAfter = ({ kind }: Event): Notes => ({ isResting: kind === 'rested' });

/** A bead counts as a thought on the turn of its seat, which other viewers do not see. */
const TEMPLE: TempleCapability<State, Move, View> = {
  standing: ({ phase, turn }) =>
    phase.kind === 'over' ? undefined : { seat: turn, step: phase.kind === 'turn' ? 'now' : 'before' },
  canPay: () => true,
  offering: ({ phase, turn }, seat) =>
    phase.kind === 'turn' && seat === turn ? { price: 1, moves: ['think'] } : 'not-now',
  gift: () => undefined,
  pays: (move) => move === 'think',
  lights: ({ turn, turns }) => ({ phase: 'offer', turn, counts: { war: turns, rain: 0 } }),
};

export function hostingAmbush(hands: readonly (readonly Card[])[]): HostedGames {
  const game: AnyGame = ambush(hands);
  const Table = at(Object.values(TABLES), 0); // any: no room is made here
  return hosting([{ game, bots: { random }, Table }], async () => game);
}

function newState(hands: readonly (readonly Card[])[], count: number): State {
  const here = [0, 1, 2, 3, 4, 5].slice(0, count) as Seat[];
  const zeros = here.map(() => 0);
  const dealt = here.map((seat) => hands[seat] ?? []);
  return { phase: { kind: 'turn' }, turn: 0, turns: 0, hits: zeros, hands: dealt, thoughts: zeros, here };
}

function toMove({ phase, turn }: State): readonly Seat[] {
  if (phase.kind === 'asking') return phase.asked;
  return phase.kind === 'turn' ? [turn] : [];
}

function legalMoves(state: State, seat: Seat): readonly Move[] {
  if (!toMove(state).includes(seat)) return [];
  return state.phase.kind === 'asking' ? [CARDS[state.phase.stage], 'pass'] : ['strike', 'feint', 'rest', 'think'];
}

function apply(state: State, seat: Seat, move: Move): Applied<State, Event> | Refused<'not-now'> {
  if (!legalMoves(state, seat).includes(move)) return { ok: false, reason: 'not-now' };
  if (state.phase.kind === 'asking') return answered(state, { ...state.phase, move, seat });
  if (move === 'strike' || move === 'feint')
    return ask(state, { by: seat, target: after(state, seat), isFeint: move === 'feint', isBoosted: false }, 0);
  if (move === 'rest') return { ok: true, state: nextTurn(state), events: [{ kind: 'rested', seat }] };
  return { ok: true, state: { ...state, thoughts: with1More(state.thoughts, seat) }, events: [] };
}

/** The next window of a strike, or its end. */
function ask(state: State, strike: Strike, from: number): Applied<State, Event> {
  for (const stage of STAGES.slice(from)) {
    const asked = holders(state, stage, strike);
    if (asked.length > 0)
      return { ok: true, state: { ...state, phase: { kind: 'asking', stage, asked, strike } }, events: [] };
  }
  return struck(state, strike, 'hit');
}

function holders({ here, hands }: State, stage: Stage, { by, target }: Strike): readonly Seat[] {
  const candidates = { own: [by], attack: [target], reaction: here.filter((seat) => seat !== by && seat !== target) };
  return candidates[stage].filter((seat) => at(hands, seat).includes(CARDS[stage]));
}

interface Answered {
  readonly stage: Stage;
  readonly asked: readonly Seat[];
  readonly strike: Strike;
  readonly seat: Seat;
  readonly move: Move;
}

function answered(state: State, { stage, asked, strike, seat, move }: Answered): Applied<State, Event> {
  if (stage === 'own') return ask(state, { ...strike, isBoosted: move === 'boost' }, 1);
  if (stage === 'attack') return move === 'dodge' ? struck(state, strike, 'dodged') : ask(state, strike, 2);
  const rest = asked.filter((other) => other !== seat);
  if (move === 'counter') return struck(state, strike, 'countered');
  if (rest.length === 0) return struck(state, strike, 'hit');
  return { ok: true, state: { ...state, phase: { kind: 'asking', stage, asked: rest, strike } }, events: [] };
}

function struck(state: State, strike: Strike, outcome: 'hit' | 'dodged' | 'countered'): Applied<State, Event> {
  const hits = outcome === 'hit' ? with1More(state.hits, strike.target) : state.hits;
  const next = nextTurn({ ...state, hits });
  return {
    ok: true,
    state: strike.isFeint ? { ...next, turn: strike.by } : next,
    events: [{ kind: 'struck', strike, outcome }],
  };
}

function nextTurn(state: State): State {
  const turns = state.turns + 1;
  return { ...state, turns, turn: after(state, state.turn), phase: { kind: turns < TURNS ? 'turn' : 'over' } };
}

/** If the striker or the struck seat leaves, the strike ends. Any other leaving seat is just not asked. */
function leave(state: State, seat: Seat): Applied<State, Event> {
  if (!state.here.includes(seat) || state.phase.kind === 'over') return { ok: true, state, events: [] };
  const rest: State = { ...state, here: state.here.filter((other) => other !== seat) };
  const left: Event = { kind: 'left', seat };
  if (rest.here.length < 2) return { ok: true, state: { ...rest, phase: { kind: 'over' } }, events: [left] };
  const next = afterLeaving(rest, seat);
  return { ok: true, state: next.state, events: [left, ...next.events] };
}

function afterLeaving(state: State, seat: Seat): Applied<State, Event> {
  const { phase, turn } = state;
  const unchanged: Applied<State, Event> = { ok: true, state, events: [] };
  if (phase.kind !== 'asking') return seat === turn ? { ...unchanged, state: nextTurn(state) } : unchanged;
  const { strike, asked, stage } = phase;
  if (seat === strike.by || seat === strike.target) return { ...unchanged, state: nextTurn(state) };
  return asked.includes(seat) ? answered(state, { stage, asked, strike, seat, move: 'pass' }) : unchanged;
}

/** While a strike is hidden, all but the asked seats see the table before it. */
function view({ phase, turn, turns, hits, here, hands, thoughts }: State, seat: Seat | undefined): View {
  const isAsked = seat !== undefined && phase.kind === 'asking' && phase.asked.includes(seat);
  const own = seat === undefined ? { hand: [], thoughts: 0 } : { hand: at(hands, seat), thoughts: at(thoughts, seat) };
  return { turn, turns, hits, here, ...own, asked: isAsked ? phase.stage : '' };
}

function result({ phase, hits, here }: State) {
  if (phase.kind !== 'over') return undefined;
  const standings = hits.map((hit, seat) => ({ seat: seat as Seat, place: 1, score: hit, breakdown: { hits: hit } }));
  return { result: 'none' as const, winners: [], standings, reason: here.length < 2 ? 'retired' : 'turns' };
}

function after({ here }: State, seat: Seat): Seat {
  return here.find((other) => other > seat) ?? at(here, 0);
}

function with1More(counts: readonly number[], seat: Seat): readonly number[] {
  return counts.map((count, other) => (other === seat ? count + 1 : count));
}
