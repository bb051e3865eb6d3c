/** Finds the cues of a match that is open. */
import type { GameEvent, MatchSnapshot } from '@flower-war/client';
import { beadsBetween, type Cue, cuesIn } from './cues.ts';

/** The part of a live match that is heard. */
interface Heard {
  readonly seat: number | undefined;
  getSnapshot(): Pick<MatchSnapshot, 'windowDeadline'> & { readonly table: Pick<MatchSnapshot['table'], 'temples'> };
  on(name: 'events', listener: (events: readonly GameEvent[]) => void): () => void;
  on(name: 'change', listener: () => void): () => void;
}

/**
 * Tells each cue, until the returned function is called. What happens in a hidden window that asks this player is told when
 * the window is closed, because other people may hear it.
 */
export function listen(live: Heard, tell: (cue: Cue) => void): () => void {
  const waiting: Cue[] = [];
  let { temples } = live.getSnapshot().table;
  const hear = (cues: readonly Cue[]) => {
    waiting.push(...cues);
    if (live.getSnapshot().windowDeadline !== undefined) return;
    for (const cue of new Set(waiting.splice(0))) tell(cue);
  };
  const stops = [
    live.on('events', (events) => hear(cuesIn(events, live.seat))),
    live.on('change', () => {
      const now = live.getSnapshot().table.temples;
      const beads = beadsBetween(temples, now);
      temples = now;
      hear(beads);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
