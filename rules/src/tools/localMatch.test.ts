import { describe, expect, test } from 'vitest';
import { GAMES } from '../catalogue/games.ts';
import { fastChance } from '../contract/chance.ts';
import { habitsOf } from '../contract/game.ts';
import {
  advanced,
  begin,
  bots,
  dueMove,
  explainedIn,
  type LocalMatch,
  movesOf,
  newest,
  replayed,
  seeded,
  shownIn,
  takenBack,
  withMove,
} from './localMatch.ts';
import { playable } from './playable.ts';
import { optionsOf } from './matches.ts';

async function freshMatch(id: string, pace?: 'usual'): Promise<LocalMatch> {
  const loaded = await playable(id);
  const { game } = loaded;
  const options = optionsOf(game);
  const seats = game.seats[0];
  const names = Array.from({ length: seats }, (_, seat) => (seat === 0 ? undefined : ('greedy' as const)));
  return begin({
    game,
    options,
    seat: 0,
    start: game.setup(options, seats, fastChance(7)),
    chanceAt: seeded(7),
    answer: bots(loaded, { names, seed: 7 }),
    ...(pace && { habits: habitsOf(game.habits?.list ?? [], pace) }),
  });
}

/** Plays to the end: the person tries all kinds of moves. */
function playedOut(start: LocalMatch, each: (match: LocalMatch) => void = () => {}): LocalMatch {
  let match = start;
  while (shownIn(match).result === undefined) {
    const { legal } = shownIn(match);
    const next = advanced(match);
    if (next !== match) match = next;
    else {
      const move = legal[match.moments.length % legal.length] ?? 'nothing';
      const played = withMove(match, { seat: 0, move });
      if (!played.ok) throw new Error(`${move}: ${played.reason}`);
      each(match);
      match = played.match;
    }
  }
  return match;
}

describe.each([...GAMES.keys()])('%s', (id) => {
  test('a whole match with bots ends, and its moves lead to the same end again', async () => {
    const start = await freshMatch(id, 'usual');
    const end = playedOut(start);
    expect(shownIn(end).result?.standings.length).toBe(start.setting.game.seats[0]);
    expect(newest(replayed(start.setting, movesOf(end))).state).toEqual(newest(end).state);
  });

  test('each question comes with what its moves do', async () => {
    let asked = 0;
    playedOut(await freshMatch(id), (match) => {
      const { legal } = shownIn(match);
      const told = explainedIn(match);
      expect(told.map(({ move }) => move)).toEqual(legal);
      expect(told.every(({ verb }) => verb !== '')).toBe(true);
      asked++;
    });
    expect(asked).toBeGreaterThan(5);
  });

  test('a move that is taken back and made again gives the same luck', async () => {
    let match = await freshMatch(id);
    for (let due = dueMove(match); due !== undefined; due = dueMove(match)) match = advanced(match);
    expect(takenBack(match)).toBeUndefined();
    const move = shownIn(match).legal[0] ?? '';
    const once = withMove(match, { seat: 0, move });
    if (!once.ok) throw new Error(once.reason);
    const back = takenBack(once.match);
    if (back === undefined) throw new Error('nothing to take back');
    expect(newest(back)).toEqual(newest(match));
    expect(withMove(back, { seat: 0, move })).toEqual(once);
  });
});

test('a move that is none, and one that is not allowed, are refused and change nothing', async () => {
  const match = await freshMatch('flower-war');
  expect(withMove(match, { seat: 0, move: 'dance' })).toEqual({ ok: false, reason: 'unreadable' });
  expect(withMove(match, { seat: 1, move: 'roll' })).toEqual({ ok: false, reason: 'not-your-turn' });
  expect(match.moments).toHaveLength(1);
});

test('moves of other rules are replayed as far as they go', async () => {
  const { setting } = await freshMatch('flower-war');
  const again = replayed(setting, [
    { seat: 0, move: 'roll' },
    { seat: 1, move: 'dance' },
    { seat: 0, move: 'roll' },
  ]);
  expect(again.moments).toHaveLength(2);
});

test('a game that there is not is named', async () => {
  await expect(playable('toString')).rejects.toThrow('there is no game "toString"');
});
