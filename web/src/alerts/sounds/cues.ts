/** What is worth a sound. It follows from what this viewer is told and from nothing else. */
import type { GameEvent, MatchSnapshot, TempleJson } from '@flower-war/client';

export type Cue = 'turn' | 'hurry' | 'die' | 'bead' | 'won' | 'lost';
type Seat = number | undefined;
type Finder = (event: GameEvent, seat: Seat) => Cue | undefined;
const die: Finder = () => 'die';
const battle: Finder = ({ winner, loser }, seat) => outcome(seat, winner, loser);

/** By the kinds of events. Other kinds are silent, also those of games to come. */
const FINDERS: ReadonlyMap<string, Finder> = new Map([
  ['rolled', die],
  ['tossed', die],
  ['battle-rolled', die],
  ['extra-die', die],
  ['coin', die],
  ['disc-duel', die],
  ['battle-won', battle],
  ['fought', ({ seat: attacker, won }, seat) => (seat === undefined ? undefined : sideOf((attacker === seat) === won))],
  ['captured', ({ seat: captor, victim }, seat) => outcome(seat, victim === undefined ? undefined : captor, victim)],
]);

/** Battles of other players are silent. */
function outcome(seat: Seat, winner: unknown, loser: unknown): Cue | undefined {
  if (seat === undefined) return undefined;
  if (seat === winner) return 'won';
  return seat === loser ? 'lost' : undefined;
}

const sideOf = (hasWon: boolean): Cue => (hasWon ? 'won' : 'lost');

export const cuesIn = (events: readonly GameEvent[], seat: Seat): readonly Cue[] =>
  events.flatMap((event) => FINDERS.get(event.kind)?.(event, seat) ?? []);

/** A temple has counted a bead. It sounds also if the bead does not become an offering. */
export function beadsBetween(before: readonly TempleJson[], now: readonly TempleJson[]): readonly Cue[] {
  const sensed = ({ war, rain }: TempleJson) => war.sensed + rain.sensed;
  return now.flatMap((temple): readonly Cue[] => {
    const was = before.find((one) => one.temple === temple.temple);
    return was !== undefined && sensed(temple) > sensed(was) ? ['bead'] : [];
  });
}

// Finds the cues of a match that is open.

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
