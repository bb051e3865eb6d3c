/**
 * A small card game that uses each part of the game contract that Tieqchieq does not: 2 to 6 seats, hidden hands,
 * secret simultaneous choices that may be changed until all have chosen, and hidden windows in which several seats may
 * react. In each of three rounds every seat secretly chooses a card, and the highest takes the round. In the last round
 * a choice is final, and a seat with a shield may then cancel the round. In a duel the seat with the lowest card is
 * asked first.
 */
import { schema, t } from '@colyseus/schema';
import { tableOf } from '@flower-war/protocol';
import {
  type AnyGame,
  type Applied,
  at,
  type CapableGame,
  type Chance,
  engine,
  type Options,
  random,
  type Refused,
  type Result,
  type Seat,
  type Viewer,
} from '@flower-war/rules';
import { type HostedGames, hostedGames, hosting } from '@flower-war/server';

type Phase = { readonly kind: 'choosing' } | Reacting | { readonly kind: 'over' };

interface Reacting {
  readonly kind: 'reacting';
  readonly window: 'attack' | 'reaction';
  readonly asked: readonly Seat[];
  /** The seats that the next window asks. */
  readonly later: readonly Seat[];
  /** The last choice. It is shown to no seat yet, not even to the seat that made it. */
  readonly last: readonly Choice[];
}

type Choice = { readonly kind: 'chose'; readonly seat: Seat; readonly card: number };

interface Player {
  readonly hand: readonly number[];
  /** 0 while the seat has not chosen. */
  readonly chosen: number;
  readonly hasShield: boolean;
  readonly score: number;
  readonly isHere: boolean;
}

interface State {
  readonly phase: Phase;
  readonly round: number;
  readonly isDuel: boolean;
  readonly players: readonly Player[];
  readonly deck: readonly number[];
  /** The cards of the last round, which all viewers saw. */
  readonly shown: readonly number[];
}

type Move = { readonly kind: 'choose'; readonly card: number } | { readonly kind: 'shield' | 'pass' };
type Event =
  | Choice
  | { readonly kind: 'revealed'; readonly cards: readonly number[] }
  | { readonly kind: 'shielded' | 'took' | 'left'; readonly seat: Seat };
type Reason = 'over' | 'no-such-card' | 'not-asked' | 'final' | 'choose-first' | 'react-first' | 'left';

interface View {
  readonly phase: string;
  readonly round: number;
  readonly scores: readonly number[];
  readonly handSizes: readonly number[];
  readonly shown: readonly number[];
  readonly hand: readonly number[];
  readonly chosen: number;
  readonly hasShield: boolean;
}

const ROUNDS = 3;
const HAND = 4;
/** The option `shields` names the seats that hold a shield, as bits. This value deals a shield to all seats but one. */
const DEALT = 64;

export const sealed: CapableGame<State, Move, Event, View, Reason> = {
  id: 'sealed',
  rulesVersion: 1,
  seats: [2, 6],
  presets: [{ id: 'sealed', options: {} }],
  options: [
    { name: 'duel', type: 'flag', default: false },
    { name: 'shields', type: 'integer', default: DEALT, min: 0, max: DEALT },
  ],
  setup,
  toMove: (state) => {
    if (state.phase.kind === 'reacting') return state.phase.asked;
    if (state.phase.kind === 'over') return [];
    return seatsHere(state).filter((seat) => at(state.players, seat).chosen === 0);
  },
  refusal,
  legalMoves: (state, seat) => candidates(state, seat).filter((move) => refusal(state, seat, move) === undefined),
  apply,
  fallback: (state, seat) =>
    state.phase.kind === 'reacting' ? { kind: 'pass' } : { kind: 'choose', card: at(at(state.players, seat).hand, 0) },
  leave,
  windows: {
    open: ({ phase }) => (phase.kind === 'reacting' ? { kind: phase.window } : undefined),
    heldBack: () => [],
  },
  reshuffle: (state, chance) => ({ ...state, deck: chance.shuffle(state.deck) }),
  view,
  viewEvent: (event, viewer) =>
    event.kind === 'chose' && event.seat !== viewer && viewer !== 'all' ? undefined : event,
  result,
  parse,
  format: (move) => (move.kind === 'choose' ? `choose ${move.card}` : move.kind),
};

function setup({ duel, shields }: Options, seats: number, chance: Chance): State {
  const cards = chance.shuffle(Array.from({ length: seats * HAND + 5 }, (_, i) => i + 1));
  const unshielded = chance.die(seats) - 1;
  const isShielded = (seat: number) => (shields === DEALT ? seat !== unshielded : (Number(shields) >> seat) % 2 === 1);
  const players = Array.from({ length: seats }, (_, seat) => ({
    hand: cards.slice(seat * HAND, (seat + 1) * HAND),
    chosen: 0,
    hasShield: isShielded(seat),
    score: 0,
    isHere: true,
  }));
  return {
    phase: { kind: 'choosing' },
    round: 1,
    isDuel: duel === true,
    players,
    deck: cards.slice(seats * HAND),
    shown: [],
  };
}

function refusal({ phase, round, players }: State, seat: Seat, move: Move): Reason | undefined {
  const player = players[seat];
  if (phase.kind === 'over') return 'over';
  if (player === undefined || !player.isHere) return 'left';
  if (phase.kind === 'reacting') {
    if (move.kind === 'choose') return 'react-first';
    return phase.asked.includes(seat) ? undefined : 'not-asked';
  }
  if (move.kind !== 'choose') return 'choose-first';
  if (round === ROUNDS && player.chosen !== 0) return 'final';
  return player.hand.includes(move.card) ? undefined : 'no-such-card';
}

function candidates({ players }: State, seat: Seat): readonly Move[] {
  const cards = (players[seat]?.hand ?? []).map((card): Move => ({ kind: 'choose', card }));
  return [...cards, { kind: 'shield' }, { kind: 'pass' }];
}

function apply(state: State, seat: Seat, move: Move): Applied<State, Event> | Refused<Reason> {
  const reason = refusal(state, seat, move);
  if (reason !== undefined) return { ok: false, reason };
  if (move.kind === 'choose') return choose(state, seat, move.card);
  return react(state, seat, move.kind === 'shield');
}

function choose(state: State, seat: Seat, card: number): Applied<State, Event> {
  return { ok: true, ...closeChoice(change(state, seat, { chosen: card }), [{ kind: 'chose', seat, card }]) };
}

/** Once all have chosen, seats with a shield are asked. The table learns nothing before they have answered. */
function closeChoice(state: State, last: readonly Choice[]): Change {
  const here = seatsHere(state);
  if (here.some((seat) => at(state.players, seat).chosen === 0)) return { state, events: last };
  const shielded = here.filter((seat) => state.round === ROUNDS && at(state.players, seat).hasShield);
  const lowest = Math.min(...here.map((seat) => at(state.players, seat).chosen));
  const isAttacked = (seat: Seat) => state.isDuel && at(state.players, seat).chosen === lowest;
  const later = shielded.filter((seat) => !isAttacked(seat));
  return askNext(state, { kind: 'reacting', window: 'attack', asked: shielded.filter(isAttacked), later, last });
}

/** Keeps the window open, opens the next one, or ends the round. */
function askNext(state: State, phase: Reacting): Change {
  const { asked, later, last } = phase;
  if (asked.length > 0) return { state: { ...state, phase }, events: [] };
  if (later.length > 0)
    return { state: { ...state, phase: { ...phase, window: 'reaction', asked: later, later: [] } }, events: [] };
  const { state: next, events } = score(state, false);
  return { state: next, events: [...last, ...events] };
}

function react(state: State, seat: Seat, isShielded: boolean): Applied<State, Event> {
  const { phase } = state;
  if (phase.kind !== 'reacting') throw new Error('no seat was asked');
  if (!isShielded) return { ok: true, ...askNext(state, without(phase, seat)) };
  const { state: next, events } = score(change(state, seat, { hasShield: false }), true);
  return { ok: true, state: next, events: [...phase.last, { kind: 'shielded', seat }, ...events] };
}

function without(phase: Reacting, seat: Seat): Reacting {
  const others = (seats: readonly Seat[]) => seats.filter((other) => other !== seat);
  return { ...phase, asked: others(phase.asked), later: others(phase.later) };
}

interface Change {
  readonly state: State;
  readonly events: readonly Event[];
}

function score(state: State, isCancelled: boolean): Change {
  const shown = state.players.map(({ chosen }) => chosen);
  const winner = shown.indexOf(Math.max(...shown)) as Seat;
  const players = state.players.map((player, seat) => ({
    ...player,
    hand: player.hand.filter((card) => card !== player.chosen),
    chosen: 0,
    score: player.score + (seat === winner && !isCancelled ? 1 : 0),
  }));
  const phase: Phase = { kind: state.round === ROUNDS ? 'over' : 'choosing' };
  const round = Math.min(ROUNDS, state.round + 1);
  const took: readonly Event[] = isCancelled ? [] : [{ kind: 'took', seat: winner }];
  return { state: { ...state, players, phase, round, shown }, events: [{ kind: 'revealed', cards: shown }, ...took] };
}

function leave(state: State, seat: Seat): Applied<State, Event> {
  if (state.phase.kind === 'over' || !isHere(state, seat)) return { ok: true, state, events: [] };
  const player = at(state.players, seat);
  const deck = [...state.deck, ...player.hand];
  const rest = change({ ...state, deck }, seat, { isHere: false, hand: [], chosen: 0 });
  const left: Event = { kind: 'left', seat };
  if (seatsHere(rest).length < 2) return { ok: true, state: { ...rest, phase: { kind: 'over' } }, events: [left] };
  const { phase } = rest;
  const { state: next, events } =
    phase.kind === 'reacting' ? askNext(rest, without(phase, seat)) : closeChoice(rest, []);
  return { ok: true, state: next, events: [left, ...events] };
}

/**
 * While seats react, all other viewers still see the table before the last choice, even the seat that made the choice.
 */
function view(state: State, viewer: Viewer): View {
  const { phase, round, players, shown } = state;
  const own = typeof viewer === 'number' ? players[viewer] : undefined;
  const isAsked = phase.kind === 'reacting' && phase.asked.some((seat) => seat === viewer);
  const isLast = phase.kind === 'reacting' && !isAsked && phase.last.some(({ seat }) => seat === viewer);
  return {
    phase: phase.kind === 'reacting' && !isAsked ? 'choosing' : phase.kind,
    round,
    scores: players.map(({ score: points }) => points),
    handSizes: players.map(({ hand }) => hand.length),
    shown: isAsked ? players.map(({ chosen }) => chosen) : shown,
    hand: own?.hand ?? [],
    chosen: isLast ? 0 : (own?.chosen ?? 0),
    hasShield: own?.hasShield ?? false,
  };
}

function result(state: State): Result | undefined {
  if (state.phase.kind !== 'over') return undefined;
  const seats = seatsOf(state);
  const points = (seat: Seat) => (isHere(state, seat) ? at(state.players, seat).score : -1);
  const placeOf = (seat: Seat) => 1 + seats.filter((other) => points(other) > points(seat)).length;
  const winners = seats.filter((seat) => placeOf(seat) === 1);
  const standings = seats
    .map((seat) => {
      const breakdown = { rounds: at(state.players, seat).score };
      return { seat, place: placeOf(seat), score: points(seat), breakdown };
    })
    .toSorted((a, b) => a.place - b.place);
  if (seatsHere(state).length < 2) return { result: 'forfeit', winners, standings, reason: 'retired' };
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason: 'rounds' };
}

function parse(text: string): Move | undefined {
  if (text === 'shield' || text === 'pass') return { kind: text };
  const card = /^choose ([1-9]\d?)$/.exec(text)?.[1];
  return card === undefined ? undefined : { kind: 'choose', card: Number(card) };
}

function change(state: State, seat: Seat, fields: Partial<Player>): State {
  return {
    ...state,
    players: state.players.map((player, other) => (other === seat ? { ...player, ...fields } : player)),
  };
}

function seatsOf({ players }: State): readonly Seat[] {
  return players.map((_, seat) => seat as Seat);
}

function isHere({ players }: State, seat: Seat): boolean {
  return at(players, seat).isHere;
}

function seatsHere(state: State): readonly Seat[] {
  return seatsOf(state).filter((seat) => isHere(state, seat));
}

const SealedView = schema(
  {
    phase: t.string().default(''),
    round: t.uint8().default(0),
    scores: t.array('uint8'),
    handSizes: t.array('uint8'),
    shown: t.array('uint8'),
    hand: t.array('uint8'),
    chosen: t.uint8().default(0),
    hasShield: t.boolean().default(false),
  },
  'SealedView',
);

/** Hosts the test game, or a changed copy of it. */
export function hostingSealed(game: AnyGame = sealed): HostedGames {
  return hosting([{ game, bots: { random }, Table: tableOf('Sealed', SealedView) }], async () => game);
}

/** Hosts the real games and the test game. */
export function gamesWithSealed(): HostedGames {
  const own = hostingSealed();
  const engineOf = async (id: string, version: number) => (id === 'sealed' ? sealed : engine(id, version));
  return hosting([...hostedGames().all, ...own.all], engineOf);
}
