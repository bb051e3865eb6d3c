import { describe, expect, test } from 'vitest';
import { type Chance, fastChance } from '../contract/chance.ts';
import { type Seat, SEATS, type Viewer } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at, deepEqual } from '../json.ts';
import { cardOf } from '../ring/cards/cards.ts';
import type { CardId } from '../ring/model/card.ts';
import type { Move } from '../ring/model/move.ts';
import type { Tribe } from '../ring/model/state.ts';
import { homeDeck } from '../ring/play/hand.ts';
import type { State } from '../ring/view/hidden.ts';
import { testGame } from '../tools/testing.ts';
import { mexica } from './index.ts';
import { broken, type MexicaTable } from './table.ts';
import { EARLY, MATCHES, presetOptions, STEPS, table } from './matches.fixture.ts';

/** Every verb, with lawful and with senseless aims. */
const WORDS = `
  roll, pass, tonantzin, skull, draw, decline, discard, take, done, end, offer war 1, offer war 2, offer rain 6, offer rain 7, go cipactli, step +1, extra 0, extra 1, extra 99,
  give 1, attack @north, attack @zenith, fight @east, offer war, offer rain, draw rain, take calli 1, cancel coatl,
  play W01, play W10, play W10 @north, play R06, play D013, play D012 @west war, play D039 +3, play D039 +9,
  play R09 rain calli, play K05, play XYZ, pick W01, pick D020, pick K01, choose @east, choose war, choose calli,
  choose -2, choose @west war
`
  .trim()
  .split(/,\s+/);
const EVERY_MOVE: readonly Move[] = WORDS.map((text) => mexica.parse(text)!);

/**
 * Deals anew the decks, and the hands, waiting events and dealt cards of all others. A card is only replaced by a card
 * of its kind.
 */
function redraw(state: State, viewer: Viewer, chance: Chance): State {
  if (state.hidden !== undefined) return state;
  const isHidden = (_: unknown, seat: number) => seat !== viewer;
  const held = state.tribes.filter(isHidden).flatMap(({ hand, pending }) => [...hand, ...pending]);
  const dealt = state.phase.kind === 'dealing' && state.phase.seat !== viewer ? state.phase.looked : [];
  const cards = chance.shuffle([...held, ...dealt, ...Object.values(state.decks).flat()]);
  const kinds = Map.groupBy(cards, kindOf);
  const anew = (card: CardId): CardId => kinds.get(kindOf(card))?.pop() ?? card;
  const redealt = (tribe: Tribe) => ({ ...tribe, hand: tribe.hand.map(anew), pending: tribe.pending.map(anew) });
  const tribes = state.tribes.map((tribe, seat) => (isHidden(tribe, seat) ? redealt(tribe) : tribe));
  const phase = dealt.length > 0 ? { ...state.phase, looked: dealt.map(anew) } : state.phase;
  const { day, war, rain } = state.decks;
  const decks = { day: day.map(anew), war: war.map(anew), rain: rain.map(anew) };
  return mexica.reshuffle({ ...state, tribes, phase, decks }, chance);
}

/** What all viewers know of a drawn card: its deck, and whether it waits, is held, or lies open. */
function kindOf(card: CardId): string {
  const { timing } = cardOf(card);
  return `${homeDeck(card)} ${timing === 'event' || timing === 'victory' ? timing : 'held'}`;
}

const KIT = { candidates: () => EVERY_MOVE, conserve: (state: State) => broken(table(state)), redraw };

// Invariants 1, 2, 4, 7, 10, 11, 12 and 14: first with random options, then with the presets of the two editions.
testGame(mexica, { ...KIT, matches: 4 });
testGame(mexica, { ...KIT, matches: 2, optionSets: ['mexica', 'flower-war-early'].map((id) => presetOptions(id)) });

describe('hidden windows', () => {
  const viewers = (state: State): readonly Viewer[] => [...SEATS.slice(0, state.tribes.length), 'spectator'];

  test('while one is open, no seat but the asked one sees anything of it, and nothing is told', () => {
    let windows = 0;
    for (const steps of [...MATCHES, ...EARLY]) {
      const shown = new Map<Viewer, object>();
      for (const { before, after, events } of steps) {
        if (mexica.windows.open(before) === undefined) shown.clear();
        for (const viewer of viewers(before))
          if (mexica.toMove(before).includes(viewer as Seat) || !shown.has(viewer))
            shown.set(viewer, mexica.view(before, viewer));
        if (mexica.windows.open(after) === undefined) continue;
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
    for (const { after } of STEPS)
      expect(Object.hasOwn(after, 'hidden')).toBe(mexica.windows.open(after) !== undefined);
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
      die: () => expect.unreachable(),
      coin: () => expect.unreachable(),
      pick: () => expect.unreachable(),
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
      dayDiscards: ['D013'],
      warDiscards: ['W02'],
      rainDiscards: [],
      hand: [],
      pending: [],
      apocalypse: true,
      counter: 1,
      left: 7,
      ending: 'war',
    });
    expect(mexica.view(state, 0)).toMatchObject({ hand: ['W01'], pending: ['D003'] });
  });

  test('[0.3] the clock draws or keeps the hand, else passes or is done, else plays the first legal move', () => {
    const seen = new Set<string>();
    for (const { before, seat } of STEPS) {
      seen.add(before.phase.kind);
      const legal = mexica.legalMoves(before, seat);
      const usual = { drawing: ['draw'], discarding: ['decline'] }[before.phase.kind as string] ?? ['pass', 'done'];
      expect(mexica.fallback(before, seat)).toEqual(legal.find(({ kind }) => usual.includes(kind)) ?? legal[0]);
    }
    expect(seen).toContain('discarding');
  });

  test('[0.3] the seats that can be chosen come in the order of seats', () => {
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
