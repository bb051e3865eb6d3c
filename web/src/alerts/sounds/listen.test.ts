import type { GameEvent } from '@flower-war/client';
import { expect, test } from 'vitest';
import { type Cue, listen } from './cues.ts';

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
