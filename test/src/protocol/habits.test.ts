/** Answers of habits, as the record tells them, and those that cannot follow. */
import { type Entry, habitAnswer, MOST_HABITS_IN_A_ROW, tableSettings, verify } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { type Body, engineOf, Scribe } from './scribe.ts';

const game = engineOf('tieqchieq');
const TURN = { kind: 'turn', seconds: 60 } as const;

/** A running match of two people whose table has such settings. */
function begun(settings: object = { habits: 'usual' }, second: 'player' | 'bot' = 'player', engine: AnyGame = game) {
  const more = { table: tableSettings.parse(settings) };
  return new Scribe({ startPlayer: 'host' }, 1, engine, more).start('player', second);
}

const habit = (seat: number, move = 'toss'): Body => ({ kind: 'move', seat, by: 'habit', move });
const keep = (seat: number, keeps: Extract<Entry, { kind: 'habits' }>['keeps']): Body => ({
  kind: 'habits',
  seat,
  keeps,
  id: 1,
});

test.each<[string, Scribe]>([
  ['as the table has chosen', begun()],
  ['as its player has chosen', begun({}).add(keep(0, ['toss']))],
  ['of a pace', begun({}).add(keep(0, 'brisk'))],
])('a habit plays %s', (_, scribe) => {
  expect(scribe.outcomeOf(habit(0))).toMatchObject({ ok: true });
});

test.each<[string, Scribe, Body, string]>([
  ['at a table without habits', begun({}), habit(0), 'not-a-habit'],
  ['for a seat that is not asked', begun(), habit(1), 'not-a-habit'],
  ['another move than its own', begun(), habit(0, 'introduce'), 'not-the-habit'],
  ['that was given up', begun().add(keep(0, 'none')), habit(0), 'not-a-habit'],
  ['of another name', begun({}).add(keep(0, ['bonus'])), habit(0), 'not-a-habit'],
  ['for a bot that stands in', stoodIn(), habit(0), 'not-a-habit'],
  ['in a pause', paused(), habit(0), 'paused'],
  ['before the start', new Scribe({}, 1), habit(0), 'not-running'],
])('no habit plays %s', (_, scribe, body, reason) => {
  expect(scribe.outcomeOf(body)).toEqual({ ok: false, reason });
});

function stoodIn(): Scribe {
  return begun().add({ kind: 'absence', seat: 0, what: 'bot', bot: 'random' });
}

function paused(): Scribe {
  const agreed = { kind: 'agreement', what: 'pause' } as const;
  return begun()
    .add({ ...agreed, seat: 0, is: 'offered', minutes: 5, id: 2 })
    .add({ ...agreed, seat: 1, is: 'accepted', id: 2 });
}

test.each<[string, Scribe, Body, string]>([
  ['an unknown habit', begun(), keep(0, ['roll']), 'unknown-habit'],
  ['habits for a bot', begun({}, 'bot'), keep(1, 'usual'), 'no-player-there'],
  ['habits before the start', new Scribe({}, 1).sit(0, 'player'), keep(0, 'usual'), 'not-running'],
])('%s cannot be kept', (_, scribe, body, reason) => {
  expect(scribe.outcomeOf(body)).toEqual({ ok: false, reason });
});

test('an old engine knows no habits', () => {
  const { habits: _, ...old } = game;
  const scribe = begun({ habits: 'usual' }, 'player', old);
  expect(scribe.outcomeOf(habit(0))).toEqual({ ok: false, reason: 'not-a-habit' });
  expect(scribe.outcomeOf(keep(0, ['toss']))).toEqual({ ok: false, reason: 'unknown-habit' });
});

test('after many answers of habits in a row, the player is asked', () => {
  const always = { pace: 'usual', isForWindows: false } as const;
  const eager: AnyGame = {
    ...game,
    habits: {
      list: [{ name: 'any', ...always }],
      notes: () => null,
      noted: () => null,
      answer: ({ state, seat }) => game.legalMoves(state, seat)[0],
    },
  };
  const scribe = begun({ habits: 'usual' }, 'player', eager);
  for (let answers = 0; answers < MOST_HABITS_IN_A_ROW; answers++) {
    const answer = habitAnswer(eager, scribe.position);
    if (answer === undefined) throw new Error(`no answer after ${answers}`);
    scribe.add(habit(answer.seat, answer.move));
  }
  expect(habitAnswer(eager, scribe.position)).toBeUndefined();
  scribe.play(1);
  expect(habitAnswer(eager, scribe.position)).toBeDefined();
});

test('no clock runs while a habit answers, and the turn begins with the first question that is asked', () => {
  const scribe = begun({ habits: 'usual', clock: TURN });
  expect(scribe.position.clocks[0]).not.toHaveProperty('since');
  while (habitAnswer(game, scribe.position) !== undefined) scribe.add(habitOf(scribe));
  const [asked = 0] = game.toMove(scribe.position.state);
  expect(scribe.position.clocks[asked]).toMatchObject({ isOnTurn: true, left: 60_000 });
});

function habitOf({ position }: Scribe): Body {
  const answer = habitAnswer(game, position);
  if (answer === undefined) throw new Error('no habit answers');
  return habit(answer.seat, answer.move);
}

test('a record with habits verifies', async () => {
  const honest = begun().add(keep(1, 'brisk'));
  while (honest.position.status === 'running') {
    if (habitAnswer(game, honest.position) === undefined) honest.play(1);
    else honest.add(habitOf(honest));
  }
  honest.end();
  expect(honest.lines.filter((line) => line.includes('"by":"habit"')).length).toBeGreaterThan(20);
  expect(await verify(honest.text, async () => game)).toMatchObject({ ok: true });
});
