/** What a table with a clock plays by itself, and when. All of it follows from the record. */
import { botOf, deadlineOf, type EntryOf, isFull, type Position, toMoveIn } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { isTournament } from '../../base/ids.ts';

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
  const seat = toMoveIn(engine, position).find((one) => one === late.seat);
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

// When bots take the free seats, and the match starts. It follows from the record alone, so a restart changes nothing.

/** How long each seat of a rematch is kept for its player. */
const KEPT_MS = 3 * 60_000;

/** Until when the seats of a rematch are kept. Undefined for other matches. */
export function keptUntil({ rematchOf, at }: Pick<EntryOf<'created'>, 'rematchOf' | 'at'>): number | undefined {
  return rematchOf === undefined ? undefined : at + KEPT_MS;
}

/**
 * When bots fill the free seats, but not while seats are kept. Undefined while no player waits at the table. In a tournament a bot costs its
 * player the match, so there what outages took is given back, and the same time again to come back after the last one.
 */
export function fillAt(
  { status, created, peopleSince }: Position,
  { lost, backSince } = NO_OUTAGE,
): number | undefined {
  const wait = created.table.fillSeconds * 1000;
  if (status !== 'open' || peopleSince === undefined || wait === 0) return undefined;
  const until = Math.max(peopleSince + wait, keptUntil(created) ?? 0);
  if (!isTournament(created.host) || lost === 0 || backSince < peopleSince) return until;
  return Math.max(until + lost, Math.min(backSince, until + lost) + wait);
}

/** For players of a tournament to come to their table. */
const SHOW_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

type Opening = Pick<EntryOf<'created'>, 'at' | 'host' | 'table'>;

/** When a match that waits for players is given up. Those of a tournament have a time that follows from the clock. */
export function openUntil({ at, host, table: { clock } }: Opening, openForMs: number): number {
  if (!isTournament(host)) return at + openForMs;
  return at + (clock.kind === 'days' ? clock.days * DAY_MS : SHOW_MS);
}

/** While a match waits for players. */
export interface Outages {
  /** How long they lasted. */
  readonly lost: number;
  /** When the last one ended. */
  readonly backSince: number;
}

const NO_OUTAGE: Outages = { lost: 0, backSince: 0 };

/**
 * Whether the players of a tournament had their time to come. What outages took is given back, and after the last one there are
 * some minutes to come back, but those only once: else a table would stay open as long as the server fails again and again.
 */
export function isTimeToComeOver(created: Opening, { lost, backSince }: Outages, now: number): boolean {
  const until = openUntil(created, 0) + lost;
  return now >= Math.max(until, Math.min(backSince, until) + SHOW_MS);
}

/** All seats are taken. The start follows at once, unless it could not be written. */
export function isStartDue(position: Position): boolean {
  return position.status === 'open' && isFull(position);
}
