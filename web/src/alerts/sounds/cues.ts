/** What is worth a sound. It follows from what this viewer is told and from nothing else. */
import type { GameEvent, TempleJson } from '@flower-war/client';

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
