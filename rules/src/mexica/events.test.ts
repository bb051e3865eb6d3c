import { expect, test } from 'vitest';
import type { Seat } from '../contract/game.ts';
import { differences } from '../json.ts';
import { cardOf } from '../ring/cards/cards.ts';
import type { CardId } from '../ring/model/card.ts';
import type { Event, Zone } from '../ring/model/event.ts';
import { homeDeck } from '../ring/play/hand.ts';
import type { State } from '../ring/view/hidden.ts';
import { mexica } from './index.ts';
import { battlesIn, EARLY, eventsOf, leftIn, MATCHES, table } from './matches.fixture.ts';
import type { MexicaTable } from './table.ts';

/** Everything that all viewers can count, worked out from the events alone. */
interface Ledger {
  readonly skulls: number[];
  readonly at: number[];
  readonly hand: number[];
  readonly pending: number[];
  readonly victories: number[];
  readonly days: number[];
  readonly weeks: (Seat | 'box')[];
  readonly decks: Record<'day' | 'war' | 'rain', number>;
  readonly used: Record<'day' | 'war' | 'rain', number>;
  readonly lake: Record<'war' | 'rain', number>;
  readonly tally: Record<'war' | 'rain', number>;
  pool: number;
  out: number;
  left: number | undefined;
  ending: string;
  turn: readonly [seat: Seat, isExtra: boolean, round: number];
}

function ledgerOf(state: MexicaTable): Ledger {
  const { tribes, decks, discards, apocalypse, turn, round } = state;
  return {
    skulls: tribes.map(({ skulls }) => skulls),
    at: tribes.map(({ day }) => day),
    hand: tribes.map(({ hand }) => hand.length),
    pending: tribes.map(({ pending }) => pending.length),
    victories: tribes.map(({ victories }) => victories.length),
    days: [...state.days],
    weeks: [...state.weeks],
    pool: state.pool,
    out: state.out,
    lake: { ...state.lake },
    tally: { ...state.tally },
    decks: { day: decks.day.length, war: decks.war.length, rain: decks.rain.length },
    used: { day: discards.day.length, war: discards.war.length, rain: discards.rain.length },
    left: leftIn(state),
    ending: apocalypse.kind === 'counting' ? apocalypse.ending : 'none',
    turn: [turn.seat, turn.isExtra, round],
  };
}

const bump = (counts: number[] | Record<string, number>, key: string | number, n: number): void => {
  Reflect.set(counts, key, Reflect.get(counts, key) + n);
};

/** Adds skulls to a zone. */
function shift(ledger: Ledger, zone: Zone, n: number): void {
  if (zone === 'pool') ledger.pool += n;
  else if (zone === 'out') ledger.out += n;
  else if ('seat' in zone) bump(ledger.skulls, zone.seat, n);
  else if ('day' in zone) bump(ledger.days, zone.day - 1, n);
  else bump(ledger.lake, zone.lake, n);
}

const given = (ledger: Ledger, card: CardId): number[] =>
  cardOf(card).timing === 'victory' ? ledger.victories : ledger.hand;

function tellAgain(ledger: Ledger, event: Event, { countdown, apocFlavor }: MexicaTable['options']): void {
  switch (event.kind) {
    case 'skulls':
      shift(ledger, event.from, -event.n);
      return shift(ledger, event.to, event.n);
    case 'moved':
      expect(event.from).toBe(ledger.at[event.seat]);
      ledger.at[event.seat] = event.to;
      return;
    case 'card-drawn': {
      const { timing } = cardOf(event.card ?? '');
      bump(timing === 'victory' ? ledger.victories : timing === 'event' ? ledger.pending : ledger.hand, event.seat, 1);
      return bump(ledger.decks, event.deck, -1);
    }
    case 'card-given':
      bump(given(ledger, event.card ?? ''), event.from, -1);
      return bump(given(ledger, event.card ?? ''), event.to, 1);
    case 'card-played':
    case 'card-discarded':
      bump(ledger.hand, event.seat, -1);
      return bump(ledger.used, homeDeck(event.card), 1);
    case 'event-revealed':
      bump(ledger.pending, event.seat, -1);
      return bump(ledger.used, 'day', 1);
    case 'deck-rebuilt':
      bump(ledger.decks, event.deck, event.cards);
      return bump(ledger.used, event.deck, -event.cards);
    case 'sacrificed':
      ledger.tally[event.god] = event.tally;
      return;
    case 'week-taken':
      expect(event.from).toBe(ledger.weeks[event.day - 1]);
      ledger.weeks[event.day - 1] = event.seat;
      return;
    case 'apocalypse':
      [ledger.left, ledger.ending] = [countdown, apocFlavor === 'off' ? 'none' : 'open'];
      return;
    case 'ending-fixed':
      expect(event.ending).not.toBe(ledger.ending);
      ledger.ending = event.ending;
      return;
    case 'countdown':
      expect(event.isLast).toBe(event.left === 1);
      ledger.left = event.left;
      return;
    case 'turn-began':
      ledger.turn = [event.seat, event.extra, event.round];
      return;
    case 'rolled':
    case 'challenged':
    case 'battle-rolled':
    case 'extra-die':
    case 'coin':
    case 'battle-won':
    case 'battle-tied':
    case 'cancelled':
    case 'trap-sprung':
    case 'card-taken':
    case 'deck-empty':
    case 'card-offered':
    case 'extra-turn':
    case 'disc-taken':
    case 'disc-duel':
    case 'omen-cancelled':
    case 'omens-woke':
    case 'forestalled':
    case 'balance-settled':
    case 'turn-ended':
    case 'retired':
    case 'ended':
      return;
  }
}

/** A card whose effects are being carried out: an event has shown it, but it does not lie on a pile yet. */
const atWork = ({ agenda }: State): readonly CardId[] =>
  agenda.flatMap((task) => (task.kind === 'card' && task.isHeld ? [task.card] : []));

test('the events tell all that everybody can count, and why tokens move', () => {
  const whys = new Set<string>();
  for (const steps of [...MATCHES, ...EARLY]) {
    const ledger = ledgerOf(table(steps[0]!.before));
    for (const { after, events } of steps) {
      for (const event of events) {
        tellAgain(ledger, event, table(after).options);
        if (event.kind === 'skulls') whys.add(event.why);
      }
      if (mexica.windows.open(after) !== undefined) continue;
      const told = { ...ledger, used: { ...ledger.used } };
      for (const card of atWork(after)) bump(told.used, homeDeck(card), -1);
      const wrong = differences(whileDealing(told, after), ledgerOf(table(after)));
      if (wrong.length > 0) expect.fail(wrong.join('\n')); // `expect` itself would take most of the time
    }
  }
  expect([...whys].sort()).toEqual(['card', 'collect', 'refill', 'sacrifice', 'stake', 'tonantzin', 'tribute', 'war']);
});

/** Counts cards that are being dealt as gone from their deck. */
function whileDealing(ledger: Ledger, { phase }: State): Ledger {
  if (phase.kind !== 'dealing' && phase.kind !== 'giving') return ledger;
  const cards =
    phase.kind === 'giving'
      ? [phase.kept, phase.given]
      : [...phase.looked, ...phase.dealt.flatMap(({ card }) => card ?? [])];
  const decks = { ...ledger.decks };
  for (const card of cards) bump(decks, homeDeck(card), -1);
  return { ...ledger, decks };
}

test('[A5.5] a battle is told from its challenge to its outcome, and the higher total or the coin decides', () => {
  let coins = 0;
  for (const steps of [...MATCHES, ...EARLY]) {
    const tie = table(steps[0]!.before).options.battleTie;
    for (const { stretch } of battlesIn(eventsOf(steps))) {
      const outcome = stretch.find((event) => event.kind === 'battle-won' || event.kind === 'battle-tied');
      if (outcome === undefined) continue;
      expect(stretch.find(({ kind }) => kind === 'battle-rolled')).toMatchObject({
        dice: [expect.any(Number), expect.any(Number)],
      });
      const coin = stretch.find((event) => event.kind === 'coin');
      if (coin) coins++;
      expect(winningSide(outcome, stretch[0])).toBe(
        coin ? (coin.heads ? 'attacker' : 'defender') : higher(outcome, tie),
      );
    }
  }
  expect(coins).toBeGreaterThan(5);
});

type Outcome = Extract<Event, { kind: 'battle-won' | 'battle-tied' }>;

function winningSide(outcome: Outcome, challenge: Event | undefined): 'attacker' | 'defender' | undefined {
  if (outcome.kind === 'battle-tied' || challenge?.kind !== 'challenged') return undefined;
  return outcome.winner === challenge.attacker ? 'attacker' : 'defender';
}

function higher({ totals: [attack = 0, defence = 0] }: Outcome, tie: string): 'attacker' | 'defender' | undefined {
  if (attack === defence) return tie === 'defender' ? 'defender' : undefined;
  return attack > defence ? 'attacker' : 'defender';
}

/** Each event with the next event of the match. */
const pairsOf = (events: readonly Event[]) => events.map((event, index) => [event, events[index + 1]] as const);

test('every answer says what it stops, and every extra die is told', () => {
  const pairs = [...MATCHES, ...EARLY].flatMap((steps) => pairsOf(eventsOf(steps)));
  let dice = 0;
  for (const [event, next] of pairs) {
    if (event.kind !== 'card-played') continue;
    if (event.moment) expect(next).toEqual({ kind: 'cancelled', what: event.moment, by: event.seat });
    if (event.moment || !DICE.includes(event.card) || next?.kind === 'card-played') continue;
    dice++;
    expect(next?.kind).toBe('extra-die');
  }
  expect(dice).toBeGreaterThan(20);
});

/** Twin Banners, Sand in the Eyes. */
const DICE = ['W04', 'W05'];

test('turns are told from their beginning, with the roll, to their end', () => {
  for (const steps of [...MATCHES, ...EARLY]) {
    const told = eventsOf(steps).filter(({ kind }) => TURNS.includes(kind));
    const words = told.map((event) => (event.kind === 'turn-began' && event.extra ? 'again' : event.kind));
    expect(` turn-began ${words.join(' ')}`).toMatch(WHOLE);
    expect(told.at(-1)).toEqual({ kind: 'ended', reason: mexica.result(steps.at(-1)!.after)?.reason });
  }
});

const TURNS = ['turn-began', 'rolled', 'turn-ended', 'extra-turn', 'ended'];
/** The story of a whole match. The last turn may end at any moment. */
const WHOLE =
  /^( turn-began rolled turn-ended( extra-turn again rolled turn-ended)?)*( turn-began| turn-began rolled| turn-began rolled turn-ended| turn-began rolled turn-ended extra-turn again( rolled)?)? ended$/;
