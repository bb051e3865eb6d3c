/** What a table with a clock plays by itself, and when. All of it follows from the record. */
import { botOf, deadlineOf, type Position } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';

type IsAnswering = (seat: number) => boolean;

/** When the clock next answers for a seat, or a pause ends. A bot has no clock. */
export function nextDeadline(position: Position, isAnswering: IsAnswering = () => false): number | undefined {
  if (position.status !== 'running') return undefined;
  return position.pause?.until ?? least(timed(position, isAnswering).map(({ deadline }) => deadline));
}

/** The move that the clock plays for a seat whose time is over. */
export function clockAnswer(
  engine: AnyGame,
  position: Position,
  { now, isAnswering }: { readonly now: number; readonly isAnswering: IsAnswering },
) {
  if (position.status !== 'running' || position.pause) return undefined;
  const late = timed(position, isAnswering).find(({ deadline }) => deadline <= now);
  if (late === undefined) return undefined;
  const seat = engine.toMove(position.state).find((one) => one === late.seat);
  if (seat === undefined) return undefined;
  return { kind: 'clock' as const, at: now, seat, move: engine.format(engine.fallback(position.state, seat)) };
}

/** The earliest of some times. */
export function least(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The deadlines of players. A player whose move is still pending has answered in time. */
function timed({ clocks, occupants }: Position, isAnswering: IsAnswering) {
  return clocks.flatMap((_, seat) => {
    const deadline = deadlineOf(clocks, seat);
    const isPerson = botOf(occupants.get(seat)) === undefined && !isAnswering(seat);
    return deadline === undefined || !isPerson ? [] : [{ seat, deadline }];
  });
}
