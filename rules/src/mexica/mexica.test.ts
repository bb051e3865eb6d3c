import { describe, expect, test } from 'vitest';
import type { Chance } from '../chance.ts';
import { fastChance } from '../chances.ts';
import { deepEqual } from '../equal.ts';
import { at, type Options, SEATS, type Seat, type Viewer } from '../game.ts';
import { resolveOptions } from '../options.ts';
import { chancesOf, drawOptions, drawSeats, playOut } from '../playout.ts';
import type { CardId } from '../ring/card.ts';
import { cardOf } from '../ring/cards.ts';
import type { Event, Zone } from '../ring/event.ts';
import { homeDeck } from '../ring/hand.ts';
import type { State } from '../ring/hidden.ts';
import type { Move } from '../ring/move.ts';
import type { Tribe } from '../ring/state.ts';
import { testGame } from '../testing.ts';
import { mexica } from './index.ts';
import { broken } from './invariants.ts';
import type { MexicaTable } from './table.ts';

/** Each verb, with lawful and with senseless aims. */
const WORDS = [
  ...['roll', 'pass', 'tonantzin', 'skull', 'draw', 'decline', 'discard', 'take', 'done', 'go cipactli', 'step +1'],
  ...['extra 0', 'extra 1', 'extra 99', 'give 1', 'attack @north', 'attack @zenith', 'fight @east', 'offer war'],
  ...['offer rain', 'draw rain', 'take calli 1', 'cancel coatl', 'play W01', 'play W10', 'play W10 @north', 'play R06'],
  ...[
    'play D013',
    'play D012 @west war',
    'play D039 +3',
    'play D039 +9',
    'play R09 rain calli',
    'play K05',
    'play XYZ',
  ],
  ...[
    'pick W01',
    'pick D020',
    'pick K01',
    'choose @east',
    'choose war',
    'choose calli',
    'choose -2',
    'choose @west war',
  ],
];
const EVERY_MOVE: readonly Move[] = WORDS.map((text) => mexica.parse(text)!);

const table = (state: State) => state as MexicaTable;
const presetOptions = (preset: string, given: Options = {}): Options => {
  const resolved = resolveOptions(mexica, preset, given);
  if (!resolved.ok) throw new Error(resolved.reason);
  return resolved.options;
};

/** The hands and waiting events of the others, and the decks, dealt anew: each kind among itself. */
function redraw(state: State, viewer: Viewer, chance: Chance): State {
  if (state.hidden !== undefined) return state;
  const isHidden = (_: unknown, seat: number) => seat !== viewer;
  const hidden = state.tribes.filter(isHidden).flatMap(({ hand, pending }) => [...hand, ...pending]);
  const kinds = Map.groupBy(chance.shuffle([...hidden, ...Object.values(state.decks).flat()]), kindOf);
  const anew = (card: CardId): CardId => kinds.get(kindOf(card))?.pop() ?? card;
  const dealt = (tribe: Tribe) => ({ ...tribe, hand: tribe.hand.map(anew), pending: tribe.pending.map(anew) });
  const tribes = state.tribes.map((tribe, seat) => (isHidden(tribe, seat) ? dealt(tribe) : tribe));
  const { day, war, rain } = state.decks;
  return mexica.reshuffle(
    { ...state, tribes, decks: { day: day.map(anew), war: war.map(anew), rain: rain.map(anew) } },
    chance,
  );
}

/** What everybody knows of a card: its deck, and whether it waits, is held, or lies open once it is drawn. */
function kindOf(card: CardId): string {
  const { timing } = cardOf(card);
  return `${homeDeck(card)} ${timing === 'event' || timing === 'victory' ? timing : 'held'}`;
}

const KIT = { candidates: () => EVERY_MOVE, conserve: (state: State) => broken(table(state)), redraw };

// Invariants 1, 2, 4, 7, 10, 11, 12 and 14, with options drawn at random, then as the two editions are played.
testGame(mexica, { ...KIT, matches: 12 });
testGame(mexica, { ...KIT, matches: 4, optionSets: ['mexica', 'flower-war-early'].map((id) => presetOptions(id)) });

interface Step {
  readonly before: State;
  readonly after: State;
  readonly seat: Seat;
  readonly move: Move;
  readonly events: readonly Event[];
}

function stepsOf(seed: number, given?: Options): readonly Step[] {
  const draw = fastChance(seed);
  const options = given ?? drawOptions(mexica.options, draw);
  const chanceAt = chancesOf(seed);
  const state = mexica.setup(options, drawSeats(mexica.seats, draw), chanceAt(0));
  const { steps, final } = playOut(mexica, { state, chanceAt, cap: 20_000 });
  return steps.map((step, index) => ({ ...step, after: steps[index + 1]?.before ?? final }));
}

const SEEDS = Array.from({ length: 36 }, (_, index) => index + 500);
const MATCHES = [
  ...SEEDS.map((seed) => stepsOf(seed)),
  ...SEEDS.slice(0, 8).map((seed) => stepsOf(seed, presetOptions('mexica'))),
];
const EARLY = SEEDS.slice(0, 8).map((seed) => stepsOf(seed, presetOptions('flower-war-early')));
const STEPS = [...MATCHES, ...EARLY].flat();

const eventsOf = (steps: readonly Step[]): readonly Event[] => steps.flatMap(({ events }) => events);
const leftIn = ({ apocalypse }: MexicaTable): number | undefined =>
  apocalypse.kind === 'counting' ? apocalypse.left : undefined;
const isFlood = ({ apocalypse }: MexicaTable): boolean =>
  apocalypse.kind === 'counting' && apocalypse.ending === 'flood';

describe('invariants of Parts A and B', () => {
  test('[inv 3] what was issued stays issued', () => {
    for (const { before, after } of STEPS)
      expect(table(before).issued.every((isIssued, day) => !isIssued || table(after).issued[day])).toBe(true);
  });

  test('[inv 5] lake and OUT never lose a token', () => {
    for (const { before, after } of STEPS) {
      expect(after.out).toBeGreaterThanOrEqual(before.out);
      expect(after.lake.war).toBeGreaterThanOrEqual(before.lake.war);
      expect(after.lake.rain).toBeGreaterThanOrEqual(before.lake.rain);
    }
  });

  test('[inv 6] a turn has sacrifices or a prayer, never both, and one prayer at most', () => {
    for (const events of [...MATCHES, ...EARLY].filter(isStrict).map(eventsOf)) {
      for (const turn of splitAt(events, 'turn-began')) {
        const whys = turn.flatMap((event) => (event.kind === 'skulls' ? event.why : []));
        const prayers = whys.filter((why) => why === 'tonantzin').length;
        expect(prayers).toBeLessThanOrEqual(whys.includes('sacrifice') ? 0 : 1);
      }
    }
  });

  test('[inv 8] the countdown never rises, falls by one at most, and not while the gods are level', () => {
    const ticks = STEPS.filter(({ before, after }) => leftIn(table(before)) !== leftIn(table(after)));
    const running = ticks.filter(({ before }) => leftIn(table(before)) !== undefined);
    expect(running.length).toBeGreaterThan(50);
    for (const { before, after } of running) {
      expect(leftIn(table(after))).toBe(leftIn(table(before))! - 1);
      expect(after.tally.war).not.toBe(after.tally.rain);
    }
  });

  test('[inv 9] in a flood no day loses a token', () => {
    const wet = STEPS.filter(({ before, after }) => isFlood(table(before)) && isFlood(table(after)));
    expect(wet.length).toBeGreaterThan(500);
    for (const { before, after } of wet)
      expect(after.days.every((tokens, day) => tokens >= at(before.days, day))).toBe(true);
  });

  test('[inv 13] a battle moves tokens between its two only; a card in it may bring some from the pool', () => {
    const battles = [...MATCHES, ...EARLY].flatMap((steps) => battlesIn(eventsOf(steps)));
    expect(battles.length).toBeGreaterThan(500);
    for (const { attacker, defender, moved } of battles) {
      const both = [{ seat: attacker }, { seat: defender }];
      for (const { from, to, why } of moved) {
        if (why === 'card' && from === 'pool') continue;
        expect(both).toContainEqual(from);
        expect(both).toContainEqual(to);
      }
    }
  });

  test('[inv 15] an extra turn is never followed by another', () => {
    const began = [...MATCHES, ...EARLY]
      .flatMap(eventsOf)
      .flatMap((event) => (event.kind === 'turn-began' ? [event] : []));
    expect(began.filter(({ extra }) => extra).length).toBeGreaterThan(10);
    for (const [index, { extra }] of began.entries()) expect(extra && began[index - 1]?.extra).toBeFalsy();
  });
});

const isStrict = ([first]: readonly Step[]): boolean => !table(first!.before).options.mixOfferings;

function splitAt(events: readonly Event[], kind: Event['kind']): readonly (readonly Event[])[] {
  const starts = events.flatMap((event, index) => (event.kind === kind ? [index] : []));
  return starts.map((start, index) => events.slice(start, starts[index + 1]));
}

type Moved = Extract<Event, { kind: 'skulls' }>;

/** From the challenge to the stake: what moved meanwhile. */
function battlesIn(events: readonly Event[]) {
  return splitAt(events, 'challenged').map((stretch) => {
    const [challenge] = stretch;
    if (challenge?.kind !== 'challenged') throw new Error('every stretch begins with its challenge');
    const { attacker, defender } = challenge;
    const settled = stretch.findIndex(({ kind }) => kind === 'battle-won' || kind === 'battle-tied');
    const isCancelled = stretch.findIndex((event) => event.kind === 'cancelled' && event.what === 'attack') === 2;
    const during = stretch.slice(0, isCancelled ? 0 : settled + 1);
    const after = stretch.slice(settled + 1).filter((event) => event.kind === 'skulls' && event.why === 'stake');
    return {
      attacker,
      defender,
      moved: [...during, ...after].filter((event): event is Moved => event.kind === 'skulls'),
    };
  });
}

describe('early Flower War', () => {
  /** From a collection to whatever comes after the arrival. */
  const arrivals = EARLY.flatMap((steps) => splitAt(eventsOf(steps), 'moved')).map((events) => {
    const end = events.findIndex(({ kind }) =>
      ['challenged', 'sacrificed', 'event-revealed', 'turn-ended'].includes(kind),
    );
    return end < 0 ? events : events.slice(0, end);
  });

  test('[EF-02] no Day card comes with what is collected', () => {
    const walked = arrivals.filter(([moved]) => moved?.kind === 'moved' && moved.way === 'move');
    const brought = walked.filter(([, next]) => next?.kind === 'skulls' && next.why === 'collect');
    expect(brought.length).toBeGreaterThan(500);
    for (const [, , next] of brought) expect(next?.kind).not.toBe('card-drawn');
  });

  test('[EF-06] an arrival costs one bead of tribute at most', () => {
    const paid = arrivals.map(
      (events) => events.filter((event) => event.kind === 'skulls' && event.why === 'tribute').length,
    );
    expect(paid.filter((n) => n === 1).length).toBeGreaterThan(100);
    expect(Math.max(...paid)).toBe(1);
  });
});

/** What everybody can count, told again from the events alone. */
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
    ...{ days: [...state.days], weeks: [...state.weeks], pool: state.pool, out: state.out, lake: { ...state.lake } },
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

/** Adds to what lies in a zone. */
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
  }
}

/** A card that is at work lies nowhere yet, but has been told of already. */
const atWork = ({ agenda }: State): readonly CardId[] =>
  agenda.flatMap((task) => (task.kind === 'card' && task.isHeld ? [task.card] : []));

test('the events tell all that everybody can count, and the words of the rules why', () => {
  const whys = new Set<string>();
  for (const steps of [...MATCHES, ...EARLY]) {
    const ledger = ledgerOf(table(steps[0]!.before));
    for (const { after, events } of steps) {
      for (const event of events) {
        tellAgain(ledger, event, table(after).options);
        if (event.kind === 'skulls') whys.add(event.why);
      }
      if (mexica.window?.(after) !== undefined) continue;
      const told = { ...ledger, used: { ...ledger.used } };
      for (const card of atWork(after)) bump(told.used, homeDeck(card), -1);
      expect(ledgerOf(table(after))).toEqual(inTurn(told, after));
    }
  }
  expect([...whys].sort()).toEqual(['card', 'collect', 'refill', 'sacrifice', 'stake', 'tonantzin', 'tribute', 'war']);
});

/** What is being dealt has left its deck already; after the end the turn stands where it stood. */
function inTurn(ledger: Ledger, { phase }: State): Ledger {
  if (phase.kind !== 'dealing' && phase.kind !== 'giving') return ledger;
  const cards =
    phase.kind === 'giving'
      ? [phase.kept, phase.given]
      : [...phase.looked, ...phase.dealt.flatMap(({ card }) => card ?? [])];
  const decks = { ...ledger.decks };
  for (const card of cards) bump(decks, homeDeck(card), -1);
  return { ...ledger, decks };
}

describe('hidden windows', () => {
  const viewers = (state: State): readonly Viewer[] => [...SEATS.slice(0, state.tribes.length), 'spectator'];

  test('while one is open, nobody but who is asked sees anything of it, and nothing is told', () => {
    let windows = 0;
    for (const steps of [...MATCHES, ...EARLY]) {
      const shown = new Map<Viewer, object>();
      for (const { before, after, events } of steps) {
        if (mexica.window?.(before) === undefined) shown.clear();
        for (const viewer of viewers(before))
          if (mexica.toMove(before).includes(viewer as Seat) || !shown.has(viewer))
            shown.set(viewer, mexica.view(before, viewer));
        if (mexica.window?.(after) === undefined) continue;
        windows++;
        expect(events).toEqual([]);
        for (const viewer of viewers(after))
          if (!mexica.toMove(after).includes(viewer as Seat))
            expect(deepEqual(mexica.view(after, viewer), shown.get(viewer)), `${viewer} sees a window`).toBe(true);
      }
    }
    expect(windows).toBeGreaterThan(300);
  });

  test('without one, nothing is kept back', () => {
    for (const { after } of STEPS) expect(Object.hasOwn(after, 'hidden')).toBe(mexica.window?.(after) !== undefined);
  });
});

describe('setup, view and clock', () => {
  const sizes = (given: Options, preset = 'flower-war-early') => {
    const { day, war, rain } = mexica.setup(presetOptions(preset, given), 4, fastChance(1)).decks;
    return [day.length, war.length, rain.length];
  };

  test('[A3, E01, E02, EF-03] the decks of each set-up', () => {
    expect(sizes({}, 'mexica')).toEqual([260, 40, 40]);
    expect(sizes({})).toEqual([260, 40, 40]);
    expect(sizes({ earlyDecks: 'dayOnly' })).toEqual([262, 39, 39]);
    expect(sizes({ godDeckSize: 13 })).toEqual([260, 14, 14]);
    expect(sizes({ earlyDecks: 'dayOnly', godDeckSize: 130 })).toEqual([262, 130, 130]);
  });

  test('[A8] the Day deck is shuffled first, then War, then Rain; nothing else is drawn by lot', () => {
    const shuffled: string[] = [];
    const luck: Chance = {
      ...{ die: () => expect.unreachable(), coin: () => expect.unreachable(), pick: () => expect.unreachable() },
      shuffle: (items) => {
        shuffled.push(homeDeck(String(items[0])));
        return items.toReversed();
      },
    };
    const { decks } = mexica.setup(presetOptions('mexica'), 3, luck);
    expect(shuffled).toEqual(['day', 'war', 'rain']);
    expect(decks.day[0]).toBe('D260');
  });

  test('[victoryCardsPublic] covered victory cards look like hand cards to everybody else', () => {
    const fresh = mexica.setup(presetOptions('mexica', { victoryCardsPublic: false }), 2, fastChance(1));
    const state: State = {
      ...fresh,
      tribes: [{ ...at(fresh.tribes, 0), hand: ['W01'], victories: ['WEA'] }, at(fresh.tribes, 1)],
    };
    const seen = (viewer: Viewer) => at(mexica.view(state, viewer).tribes, 0);
    for (const viewer of ['spectator', 1] as const) expect(seen(viewer)).toMatchObject({ cards: 2, victories: [] });
    for (const viewer of ['all', 0] as const) expect(seen(viewer)).toMatchObject({ cards: 1, victories: ['WEA'] });
  });

  test('[A2] week cards, piles, modifiers and the apocalypse are public; hands and waiting events are not', () => {
    const fresh = table(mexica.setup(presetOptions('mexica'), 2, fastChance(1)));
    const state: MexicaTable = {
      ...fresh,
      tribes: [
        { ...at(fresh.tribes, 0), hand: ['W01'], pending: ['D003'], victories: ['WEA'] },
        { ...at(fresh.tribes, 1), nextModifiers: [{ kind: 'pickup', n: 2, lasts: 'next-turn' }] },
      ],
      weeks: fresh.weeks.with(4, 1),
      issued: fresh.issued.with(4, true).with(6, true),
      discards: { day: ['D013'], war: ['W02'], rain: [] },
      apocalypse: { kind: 'counting', counter: 1, left: 7, ending: 'war' },
    };
    expect(mexica.view(state, 1)).toMatchObject({
      tribes: [
        { cards: 1, pending: 1, victories: ['WEA'] },
        { cards: 0, nextModifiers: ['pickup +2'] },
      ],
      weeks: [6, 6, 6, 6, 1, 6, 7, ...Array(13).fill(6)],
      ...{ dayDiscards: ['D013'], warDiscards: ['W02'], rainDiscards: [], hand: [], pending: [] },
      ...{ apocalypse: true, counter: 1, left: 7, ending: 'war' },
    });
    expect(mexica.view(state, 0)).toMatchObject({ hand: ['W01'], pending: ['D003'] });
  });

  test('[0.3] the clock draws, else passes or is done, else plays the first legal move', () => {
    for (const { before, seat } of STEPS) {
      const legal = mexica.legalMoves(before, seat);
      const usual = before.phase.kind === 'drawing' ? ['draw'] : ['pass', 'done'];
      expect(mexica.fallback(before, seat)).toEqual(legal.find(({ kind }) => usual.includes(kind)) ?? legal[0]);
    }
  });

  test('[0.3] whoever can be chosen comes in the order of seats', () => {
    let choices = 0;
    for (const { before, seat } of STEPS) {
      const chosen = mexica.legalMoves(before, seat).flatMap((move) => aimedAt(move) ?? []);
      if (before.phase.kind === 'playing' || chosen.length < 2) continue;
      choices++;
      const seats = chosen.map((compass) => before.tribes.findIndex((tribe) => tribe.compass === compass));
      expect(seats).toEqual(seats.toSorted());
    }
    expect(choices).toBeGreaterThan(100);
  });
});

const aimedAt = (move: Move): string | undefined =>
  move.kind === 'choose' ? move.aim.target : move.kind === 'fight' || move.kind === 'attack' ? move.target : undefined;
