/** What a viewer may know of a table. Every visible field is named here. */
import type { Seat, Viewer } from '../../contract/seat.ts';
import type { Compass } from '../model/calendar.ts';
import type { CardId } from '../model/card.ts';
import type { Battle, Phase, Table, Tribe } from '../model/state.ts';
import { aboutCard } from '../play/windows.ts';
import { memoized } from './memoized.ts';

/** The public part and a seat's own secrets. The fields are always the same, so that a schema can copy them. */
export interface RingView {
  readonly phase: Phase['kind'];
  /** The seat whose turn it is. */
  readonly turn: Seat;
  /** The seat that has to answer; 0 after the end. */
  readonly asked: Seat;
  readonly round: number;
  readonly roundCap: number;
  readonly perSpace: number;
  readonly countdown: number;
  readonly tribes: readonly TribeView[];
  readonly days: readonly number[];
  readonly pool: number;
  readonly out: number;
  readonly warLake: number;
  readonly rainLake: number;
  readonly warTally: number;
  readonly rainTally: number;
  readonly warDeck: number;
  readonly rainDeck: number;
  readonly battle: BattleView;
  /** The number of steps, skulls or cards in the open question. */
  readonly amount: number;
  /** The day in the open question, or 0. */
  readonly day: number;
  /** The moment of a hidden window and the card that is being played; empty for viewers who are not asked. */
  readonly moment: string;
  readonly card: CardId;
  /** The viewer's own cards. */
  readonly hand: readonly CardId[];
  readonly pending: readonly CardId[];
  /** Cards that the viewer is dealing. */
  readonly looked: readonly CardId[];
  /** The cards of all seats, once the match is over. */
  readonly hands?: readonly (readonly CardId[])[];
}

export interface TribeView {
  readonly compass: Compass;
  readonly day: number;
  readonly skulls: number;
  readonly cards: number;
  readonly pending: number;
  readonly victories: readonly CardId[];
  /** Its modifiers for this turn and for its next turn, such as `pickup +1`. */
  readonly modifiers: readonly string[];
  readonly nextModifiers: readonly string[];
  readonly here: boolean;
}

/** The current battle; all fields are zero if there is none. Cortes is seat 6. */
export interface BattleView {
  readonly on: boolean;
  readonly attacker: number;
  readonly defender: number;
  readonly attack: readonly number[];
  readonly defence: readonly number[];
  /** Which die counts for each side. */
  readonly attackKeeps: 'high' | 'low';
  readonly defenceKeeps: 'high' | 'low';
  readonly attackBonus: number;
  readonly defenceBonus: number;
  readonly stake: number;
  readonly coin: Battle['coin'];
}

const CORTES = 6;
const NONE: readonly CardId[] = [];
const NO_BATTLE: BattleView = {
  on: false,
  attacker: 0,
  defender: 0,
  attack: [],
  defence: [],
  attackBonus: 0,
  defenceBonus: 0,
  attackKeeps: 'high',
  defenceKeeps: 'high',
  stake: 0,
  coin: 'none',
};

/** The part that is the same for all viewers. They share its objects, so that comparing two views is quick. */
const openPart = memoized((table: Table) => {
  const {
    phase,
    turn,
    round,
    options,
    tribes,
    days,
    pool,
    out,
    lake,
    tally,
    decks,
    battles: [battle],
  } = table;
  return {
    phase: phase.kind,
    turn: turn.seat,
    asked: askedIn(table),
    round,
    roundCap: options.roundCap,
    perSpace: options.perSpace,
    countdown: options.countdown,
    tribes: tribes.map(tribeView),
    days,
    pool,
    out,
    warLake: lake.war,
    rainLake: lake.rain,
    warTally: tally.war,
    rainTally: tally.rain,
    warDeck: decks.war.length,
    rainDeck: decks.rain.length,
    battle: battle === undefined ? NO_BATTLE : battleView(battle),
    amount: amountOf(phase),
    day: 'day' in phase ? phase.day : 0,
    moment: phase.kind === 'reacting' ? phase.window.moment : '',
    card: aboutCard(table),
  };
});

const askedIn = ({ phase }: Table): Seat => (phase.kind === 'over' ? 0 : phase.seat);

export function ringView(table: Table, viewer: Viewer): RingView {
  const own = typeof viewer === 'number' ? table.tribes[viewer] : undefined;
  const looked = viewer === 'all' || askedIn(table) === viewer ? lookedAt(table.phase) : NONE;
  const hands = viewer === 'all' ? { hands: table.tribes.map(({ hand }) => hand) } : {};
  return { ...openPart(table), hand: own?.hand ?? NONE, pending: own?.pending ?? NONE, looked, ...hands };
}

function tribeView({
  compass,
  day,
  skulls,
  hand,
  pending,
  victories,
  modifiers,
  nextModifiers,
  isHere,
}: Tribe): TribeView {
  const words = (list: Tribe['modifiers']) => list.map(({ kind, n }) => `${kind} ${n > 0 ? '+' : ''}${n}`);
  return {
    compass,
    day,
    skulls,
    cards: hand.length,
    pending: pending.length,
    victories,
    modifiers: words(modifiers),
    nextModifiers: words(nextModifiers),
    here: isHere,
  };
}

function battleView({ attacker, defender, stake, coin }: Battle): BattleView {
  const seatOf = (seat: Seat | 'cortes') => (seat === 'cortes' ? CORTES : seat);
  return {
    on: true,
    attacker: seatOf(attacker.seat),
    defender: seatOf(defender.seat),
    attackKeeps: attacker.keeps,
    defenceKeeps: defender.keeps,
    attack: attacker.dice,
    defence: defender.dice,
    attackBonus: attacker.bonus,
    defenceBonus: defender.bonus,
    stake,
    coin,
  };
}

function amountOf(phase: Phase): number {
  if (phase.kind === 'adding-steps') return phase.most;
  return phase.kind === 'picking' || phase.kind === 'sacrificing' ? phase.left : 0;
}

function lookedAt(phase: Phase): readonly CardId[] {
  if (phase.kind === 'dealing') return phase.looked;
  return phase.kind === 'giving' ? [phase.given] : [];
}
