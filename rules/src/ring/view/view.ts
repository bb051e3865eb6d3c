/** What a viewer may know of a table. Every visible field is named here. */
import type { Seat, Viewer } from '../../contract/game.ts';
import { at, remembered, rememberedLast } from '../../json.ts';
import { type Compass, wrap } from '../model/calendar.ts';
import type { CardId, God } from '../model/card.ts';
import type { Event } from '../model/event.ts';
import type { Battle, Phase, RingTable, Tribe } from '../model/state.ts';
import { aboutCard } from '../play/windows.ts';

/** The public part and a seat's own secrets. The fields are always the same, so that a schema can copy them. */
export interface RingView {
  /** What the match waits for, such as `moving` or `battle`; `over` after the end. */
  readonly phase: Phase['kind'];
  /** The seat whose turn it is. */
  readonly turn: Seat;
  /** The seat that has to answer; 0 after the end. */
  readonly asked: Seat;
  /** The number of the round, from 1 on. */
  readonly round: number;
  /** The round after which the match ends at the latest. */
  readonly roundCap: number;
  /** The skulls that lie on a full day. */
  readonly perSpace: number;
  /** How long the countdown of the apocalypse is. */
  readonly countdown: number;
  /** The tribes, by seat. */
  readonly tribes: readonly TribeView[];
  /** By day, the first one first: the skulls that lie on it. */
  readonly days: readonly number[];
  /** The skulls in the pool, which belongs to no tribe. */
  readonly pool: number;
  /** The skulls that have left the game. */
  readonly out: number;
  /** The skulls in the lake of the god of war. */
  readonly warLake: number;
  /** The skulls in the lake of the god of rain. */
  readonly rainLake: number;
  /** The sacrifices that count for the god of war. */
  readonly warTally: number;
  /** The sacrifices that count for the god of rain. */
  readonly rainTally: number;
  /** The cards left in the deck of the god of war. */
  readonly warDeck: number;
  /** The cards left in the deck of the god of rain. */
  readonly rainDeck: number;
  /** The current battle. */
  readonly battle: BattleView;
  /** The number of steps, skulls or cards in the open question. */
  readonly amount: number;
  /** The day in the open question, 1 to 20, or 0. While steps may be added, it is the day to which the roll leads. */
  readonly day: number;
  /** The god in the open question, whose card is drawn or who is paid; empty if it is about none. */
  readonly god: God | '';
  /**
   * What the hidden window answers: `attack`, `card`, `payment`, `tribute` or `draw`; empty for viewers who are not
   * asked.
   */
  readonly moment: string;
  /** The card that is being played while the window is open; empty for viewers who are not asked. */
  readonly card: CardId;
  /** The viewer's own cards, in the order in which they came. */
  readonly hand: readonly CardId[];
  /** The viewer's own events that wait for its next turn of cards, oldest first. */
  readonly pending: readonly CardId[];
  /** Cards that the viewer is dealing. */
  readonly looked: readonly CardId[];
  /** By seat: the cards of all seats. Only once the match is over. */
  readonly hands?: readonly (readonly CardId[])[];
}

export interface TribeView {
  /** Where the tribe comes from; also the name of its seat. */
  readonly compass: Compass;
  /** The day on which the tribe stands, 1 to 20. */
  readonly day: number;
  /** The skulls of the tribe. */
  readonly skulls: number;
  /** The number of cards in its hand. */
  readonly cards: number;
  /** The number of its events that wait for its next turn of cards. */
  readonly pending: number;
  /** Its victory cards, if they lie face up. */
  readonly victories: readonly CardId[];
  /** Its modifiers for this turn, such as `pickup +1`. */
  readonly modifiers: readonly string[];
  /** Its modifiers for its next turn. */
  readonly nextModifiers: readonly string[];
  /** Whether the tribe still plays. */
  readonly here: boolean;
}

/** The current battle; all fields are zero if there is none. Cortes is seat 6. */
export interface BattleView {
  /** Whether there is a battle. */
  readonly on: boolean;
  /** The seat that attacks; 6 for Cortes. */
  readonly attacker: number;
  /** The seat that is attacked; 6 for Cortes. */
  readonly defender: number;
  /** The attacker's dice. */
  readonly attack: readonly number[];
  /** The defender's dice. */
  readonly defence: readonly number[];
  /** Whether the attacker's highest or lowest die counts. */
  readonly attackKeeps: 'high' | 'low';
  /** Whether the defender's highest or lowest die counts. */
  readonly defenceKeeps: 'high' | 'low';
  /** The sum of the attacker's cards and bonuses. */
  readonly attackBonus: number;
  /** The sum of the defender's cards and bonuses. */
  readonly defenceBonus: number;
  /** What the loser pays beside the usual payment. */
  readonly stake: number;
  /** The coin that replaces the dice: `none`, `to-toss`, or how it fell. */
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
const openPart = rememberedLast((table: RingTable) => {
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
    tribes: tribeViews(tribes),
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
    day: dayOf(table),
    god: godOf(phase),
    moment: phase.kind === 'reacting' ? phase.window.moment : '',
    card: aboutCard(table),
  };
});

const askedIn = ({ phase }: RingTable): Seat => (phase.kind === 'over' ? 0 : phase.seat);

export function ringView(table: RingTable, viewer: Viewer): RingView {
  const own = typeof viewer === 'number' ? table.tribes[viewer] : undefined;
  const looked = viewer === 'all' || askedIn(table) === viewer ? lookedAt(table.phase) : NONE;
  const hands = viewer === 'all' ? { hands: table.tribes.map(({ hand }) => hand) } : {};
  return { ...openPart(table), hand: own?.hand ?? NONE, pending: own?.pending ?? NONE, looked, ...hands };
}

const tribeViews = remembered((tribes: RingTable['tribes']) => tribes.map(tribeView));

const tribeView = remembered(
  ({ compass, day, skulls, hand, pending, victories, modifiers, nextModifiers, isHere }: Tribe): TribeView => {
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
  },
);

const battleView = remembered(({ attacker, defender, stake, coin }: Battle): BattleView => {
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
    coin: attacker.seat === 'cortes' ? turned(coin) : coin,
  };
});

/** Against Cortés the state keeps the side of the tribe as that of a defender, and so the other face than fell. */
function turned(coin: Battle['coin']): Battle['coin'] {
  if (coin === 'heads') return 'tails';
  return coin === 'tails' ? 'heads' : coin;
}

function amountOf(phase: Phase): number {
  if (phase.kind === 'adding-steps') return phase.most;
  return phase.kind === 'picking' || phase.kind === 'sacrificing' ? phase.left : 0;
}

function dayOf({ phase, tribes }: RingTable): number {
  if (phase.kind === 'adding-steps') return wrap(at(tribes, phase.seat).day + phase.roll);
  return 'day' in phase ? phase.day : 0;
}

const godOf = (phase: Phase): RingView['god'] => ('god' in phase ? phase.god : '');

function lookedAt(phase: Phase): readonly CardId[] {
  if (phase.kind === 'dealing') return phase.looked;
  return phase.kind === 'giving' ? [phase.given] : [];
}

/** The event as a viewer may see it, without cards that this viewer must not know. */
export function viewEvent(event: Event, viewer: Viewer): Event {
  if (event.kind === 'card-drawn') {
    const { card: _, ...rest } = event;
    return event.isOpen || viewer === 'all' || viewer === event.seat ? event : rest;
  }
  if (event.kind === 'card-given') {
    const { card: _, ...rest } = event;
    const isTold = event.isOpen === true || viewer === 'all' || viewer === event.from || viewer === event.to;
    return isTold ? event : rest;
  }
  return event;
}
