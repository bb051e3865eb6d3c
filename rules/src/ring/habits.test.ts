/** What habits answer, over random matches of every edition: legal moves, and nothing that would tell a secret. */
import { describe, expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { flowerWar } from '../flower-war/index.ts';
import { wealthy } from '../flower-war/matches.fixture.ts';
import { at, deepEqual } from '../json.ts';
import { mexica } from '../mexica/index.ts';
import { drawOptions, drawSeats, optionsOf } from '../tools/matches.ts';
import { handsRedrawn } from '../tools/twins.ts';
import type { Notes } from './habits.ts';
import type { Event } from './model/event.ts';
import type { Move } from './model/move.ts';
import type { RingGame } from './ringGame.ts';
import type { State } from './view/hidden.ts';

type Ring = RingGame<object>;

const EDITIONS: readonly (readonly [string, Ring])[] = [
  ['flower-war', wealthy],
  ['flower-war-rules-of-play', flowerWar],
  ['mexica', mexica],
  ['flower-war-early', mexica],
];
const MATCHES = 2;
const MOST_MOVES = 2500;
const NAMES = flowerWar.habits.list.map(({ name }) => name);

/** The cards that the others are about are only in Mexica. */
const ANSWERED_EVERYWHERE = [
  'roll',
  'draw',
  'cards',
  'new-cards',
  'one-card',
  'no-second-card',
  'same-god',
  'replies',
  'no-replies',
  'ahead',
];

interface Step {
  readonly state: State;
  readonly seat: Seat;
  readonly notes: Notes;
  /** The notes of a reader who gets the spectators' events alone. */
  readonly seen: Notes;
}

/** Every question of random matches, of which every second one has random options. */
function everyQuestion(preset: string, game: Ring, ask: (step: Step, seed: number) => void): void {
  for (let seed = 1; seed <= MATCHES; seed++) {
    const chance = fastChance(seed);
    const options = seed % 2 === 0 ? drawOptions(game.options, chance) : optionsOf(game, preset);
    let state = game.setup(options, drawSeats(game.seats, chance), chance);
    let [notes, seen] = [game.habits.notes(state), game.habits.notes(state)];
    for (let move = 0; game.toMove(state).length > 0 && move < MOST_MOVES; move++) {
      const seat = at(game.toMove(state), 0);
      ask({ state, seat, notes, seen }, seed * 10_007 + move);
      const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
      notes = game.habits.noted(notes, state, applied.events);
      seen = game.habits.noted(seen, state, shownTo(game, applied.events));
    }
  }
}

const shownTo = (game: Ring, events: readonly Event[]): readonly Event[] =>
  events.flatMap((event) => game.viewEvent(event, 'spectator') ?? []);

/** Which single card of its hand a seat gives up may be a secret. */
function shownOf(move: Move | undefined): unknown {
  return move?.kind === 'pick' ? move.kind : move;
}

describe.each(EDITIONS)('%s', (preset, game) => {
  const { habits } = game;

  test('a habit answers the same, whatever the cards that viewers do not see', () => {
    let compared = 0;
    everyQuestion(preset, game, ({ state, seat, notes }, seed) => {
      const twin = handsRedrawn(state, 'spectator', fastChance(seed));
      for (const name of NAMES) {
        const [one, other] = [state, twin].map((each) => habits.answer({ state: each, notes, seat }, [name]));
        const isSame = deepEqual(shownOf(one), shownOf(other));
        if (!isSame) expect(other, `seed ${seed}: ${name} in ${JSON.stringify(state.phase)}`).toEqual(one);
      }
      compared++;
    });
    expect(compared).toBeGreaterThan(500);
  });

  test('habits remember only what all viewers were shown', () => {
    everyQuestion(preset, game, ({ notes, seen }, seed) => {
      if (!deepEqual(notes, seen)) expect(seen, `seed ${seed}`).toEqual(notes);
    });
  });

  test('a habit answers with a legal move, and in a hidden window with the fallback alone', () => {
    const answered = new Set<string>();
    everyQuestion(preset, game, ({ state, seat, notes }, seed) => {
      for (const { name, isForWindows } of habits.list) {
        const move = habits.answer({ state, notes, seat }, [name]);
        if (move === undefined) continue;
        answered.add(name);
        const inWindow = game.windows.open(state) !== undefined;
        const wrong = [
          ...(game.refusal(state, seat, move) === undefined ? [] : ['illegal']),
          ...(inWindow === isForWindows ? [] : ['out of place']),
          ...(!inWindow || deepEqual(move, game.fallback(state, seat)) ? [] : ['no fallback']),
        ];
        if (wrong.length > 0) expect(wrong, `seed ${seed}: ${name} plays ${game.format(move)}`).toEqual([]);
      }
    });
    expect([...answered]).toEqual(expect.arrayContaining(game === mexica ? NAMES : ANSWERED_EVERYWHERE));
  });

  test('without habits, and for a seat that is not asked, there is no answer', () => {
    everyQuestion(preset, game, ({ state, seat, notes }) => {
      const other = at([1, 2, 3, 4, 5, 0] as const, seat);
      const answers = [
        habits.answer({ state, notes, seat }, []),
        habits.answer({ state, notes, seat: other }, NAMES),
        habits.answer({ state, notes, seat }, ['no-such-habit']),
      ];
      if (answers.some((answer) => answer !== undefined)) expect(answers).toEqual([undefined, undefined, undefined]);
    });
  });
});

test('[draws] a tribe whose victory cards are seen is not let draw the one that may win', () => {
  const answers = new Map<number, Set<string>>();
  everyQuestion('mexica', mexica, ({ state, seat, notes }) => {
    const { phase, tribes } = state;
    if (phase.kind !== 'reacting' || phase.window.moment !== 'draw') return;
    for (const many of [0, 1, 2, 3]) {
      const drawing = { ...at(tribes, phase.window.by), victories: Array(many).fill('D01') };
      const asked = { state: { ...state, tribes: tribes.with(phase.window.by, drawing) }, seat, notes };
      const said = mexica.habits.answer(asked, ['draws'])?.kind ?? 'asked';
      answers.set(many, (answers.get(many) ?? new Set()).add(said));
    }
  });
  expect([...answers].map(([many, said]) => [many, said.has('asked')])).toEqual([
    [0, false],
    [1, false],
    [2, true],
    [3, true],
  ]);
});

describe('the steps of a turn', () => {
  const chance = fastChance(1);
  const start = wealthy.setup(optionsOf(flowerWar, 'flower-war'), 3, chance);
  const notes = flowerWar.habits.notes(start);
  const answered = (phase: State['phase'], habit: string, more: Partial<Notes> = {}, state: State = start) =>
    flowerWar.habits.answer({ state: { ...state, phase }, notes: { ...notes, ...more }, seat: 0 }, [habit]);
  const playing = { kind: 'playing', seat: 0 } as const;
  const offering = { kind: 'offering', seat: 0 } as const;

  test.each([
    ['a card since its last turn', { quiet: [0, 1, 1] }, undefined],
    ['no card in one turn', { quiet: [1, 0, 0] }, { kind: 'done' }],
    ['no card in two turns', { quiet: [2, 0, 0] }, { kind: 'done' }],
    ['no card in three turns: it is asked again', { quiet: [3, 0, 0] }, undefined],
    ['no card in four turns', { quiet: [4, 0, 0] }, { kind: 'done' }],
    ['no card, but it has played one in this turn', { quiet: [1, 0, 0], played: 1 }, undefined],
  ])('[cards] %s', (_, more, move) => {
    expect(answered(playing, 'cards', more)).toEqual(move);
  });

  test('[one-card] a second card is left out, unless the hand is large', () => {
    const [tribe, ...others] = start.tribes;
    const few = { ...start, tribes: [{ ...tribe!, hand: tribe!.hand.slice(0, 4) }, ...others] };
    expect(answered(playing, 'one-card', { played: 1 }, few)).toEqual({ kind: 'done' });
    expect(answered(playing, 'one-card', {}, few)).toBeUndefined();
    expect(answered(playing, 'one-card', { played: 1 })).toBeUndefined();
  });

  test.each([
    ['new-cards', 'no card for three turns', { quiet: [3, 0, 0] }, { kind: 'done' }],
    ['new-cards', 'a card since its last turn', { quiet: [0, 1, 1] }, undefined],
    ['no-second-card', 'a large hand, after a card', { played: 1 }, { kind: 'done' }],
    ['no-second-card', 'no card yet', {}, undefined],
  ])('[%s] %s', (habit, _, more, move) => {
    expect(answered(playing, habit, more)).toEqual(move);
  });

  test('[one-battle-card] one card is played in each battle, by each side', () => {
    const exchange = { kind: 'exchange', turn: 'attacker', passes: 0 } as const;
    const battle = { kind: 'battle', seat: 0, exchange } as const;
    expect(answered(battle, 'one-battle-card', { fought: [1] })).toBeUndefined();
    expect(answered(battle, 'one-battle-card', { fought: [1, 0] })).toEqual({ kind: 'pass' });
    const dice = { kind: 'battle-rolled' } as Event;
    const card = { kind: 'card-played', seat: 2, card: 'x' } as unknown as Event;
    const { noted } = flowerWar.habits;
    expect(noted(notes, start, [dice, card])).toMatchObject({ fought: [2], played: 0 });
    expect(noted(notes, start, [dice, card, dice])).toMatchObject({ fought: [] });
  });

  const gave = (god: 'war' | 'rain' | 'none', ahead: 'war' | 'rain' | 'none' = god, turns = 1) => ({
    gifts: [{ god, ahead }, ...notes.gifts.slice(1)],
    turns: [turns, 0, 0],
  });

  test.each([
    ['the god of the last sacrifice', gave('war'), { war: 3, rain: 1 }, { kind: 'offer', god: 'war' }],
    ['none, if there was no sacrifice', gave('none'), { war: 0, rain: 0 }, undefined],
    ['none, once the other god came ahead', gave('war'), { war: 3, rain: 4 }, undefined],
    ['the god who was behind already', gave('war', 'rain'), { war: 3, rain: 4 }, { kind: 'offer', god: 'war' }],
    ['none in every third turn', gave('war', 'war', 3), { war: 3, rain: 1 }, undefined],
  ])('[same-god] %s', (_, more, tally, move) => {
    expect(answered(offering, 'same-god', more, { ...start, tally })).toEqual(move);
  });

  test('[draw] a full hand is asked whether it draws', () => {
    const drawing = { kind: 'drawing', seat: 0, god: 'war' } as const;
    expect(answered(drawing, 'draw')).toEqual({ kind: 'draw' });
    const limited = { ...start, options: { ...start.options, handLimit: 5 } };
    expect(answered(drawing, 'draw', {}, limited)).toBeUndefined();
  });
});
