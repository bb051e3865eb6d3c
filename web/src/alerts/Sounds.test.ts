import type { GameEvent, TempleJson } from '@flower-war/client';
import { expect, test } from 'vitest';
import { beadsBetween, type Cue, cuesIn, listen } from './Sounds.tsx';

const ME = 1;
const won = (winner: number, loser: number): GameEvent => ({ kind: 'battle-won', winner, loser, totals: [], stake: 1 });
const fought = (seat: number, hasWon: boolean): GameEvent => ({ kind: 'fought', seat, won: hasWon });

test.each<[string, GameEvent, readonly string[]]>([
  ['a die', { kind: 'rolled', seat: 0, die: 4 }, ['die']],
  ['coins that are tossed', { kind: 'tossed', seat: 0, heads: 2 }, ['die']],
  ['an offering', { kind: 'sacrificed', seat: 0, god: 'war', tally: 3 }, ['offering']],
  ['the end that comes nearer', { kind: 'countdown', left: 3, isLast: false }, ['doom']],
  ['an own victory', won(ME, 0), ['won']],
  ['an own defeat', won(0, ME), ['lost']],
  ['a battle of others', won(0, 2), []],
  ['an own attack by coins that fails', fought(ME, false), ['lost']],
  ['an attack by coins on the player that fails', fought(0, false), ['won']],
  ['a card of the player that a saucer captures', { kind: 'captured', seat: 0, victim: ME }, ['lost']],
  ['tokens that go back to the reserve', { kind: 'captured', seat: ME, tokens: 1 }, []],
  ['what a newer server sends', { kind: 'has-sneezed', seat: ME }, []],
])('%s', (_, event, cues) => {
  expect(cuesIn([event], ME)).toEqual(cues);
});

test('a spectator hears no victory', () => {
  expect(cuesIn([won(0, 1), fought(0, true)], undefined)).toEqual([]);
});

const temple = (id: string, war: number) => ({ temple: id, war: { sensed: war }, rain: { sensed: 0 } }) as TempleJson;

test('a bead is heard when a temple counts it, not when a temple comes to the table', () => {
  expect(beadsBetween([temple('a', 3)], [temple('a', 5)])).toEqual(['bead']);
  expect(beadsBetween([temple('a', 3)], [temple('a', 3), temple('b', 9)])).toEqual([]);
});

const ROLLED: GameEvent = { kind: 'rolled', seat: 0, die: 4 };

/** A match whose player may be in a hidden window. */
function match() {
  const heard: Cue[] = [];
  const listeners = new Map<string, (events: readonly GameEvent[]) => void>();
  let windowDeadline: number | undefined;
  const stop = listen(
    {
      seat: 1,
      getSnapshot: () => ({ windowDeadline, table: { temples: [] } }),
      on(name: string, listener: (events: readonly GameEvent[]) => void) {
        listeners.set(name, listener);
        return () => listeners.delete(name);
      },
    },
    (cue) => heard.push(cue),
  );
  const happen = (events: readonly GameEvent[], deadline?: number) => {
    windowDeadline = deadline;
    listeners.get('change')?.([]);
    listeners.get('events')?.(events);
  };
  return { heard, happen, stop };
}

test('what happens in a hidden window of the player is heard when the window is closed', () => {
  const { heard, happen } = match();
  happen([ROLLED], 5000);
  expect(heard).toEqual([]);
  happen([]);
  expect(heard).toEqual(['die']);
});

test('several dice of a step are one sound, and nothing is heard twice', () => {
  const { heard, happen } = match();
  happen([ROLLED, ROLLED]);
  happen([]);
  expect(heard).toEqual(['die']);
});

test('a match that is left is heard no more', () => {
  const { heard, happen, stop } = match();
  stop();
  happen([ROLLED]);
  expect(heard).toEqual([]);
});
