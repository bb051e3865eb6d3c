/** Where a person is in a match, and how a person finds one with others. */
import type { AnyGame, FlowerWarClient, LiveMatch, MatchSnapshot, MatchSummaryOf } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { flag, list, type Setting } from '../app/setting.ts';

export type WayIn = 'join' | 'watch';

/** What a table asks of its match, which a server holds or this device. */
export interface TableMatch extends Pick<LiveMatch, 'id' | 'moves'> {
  undo(): Promise<unknown>;
}

/** The move that a bot would choose, and the question that it answers. */
export interface AskedHint {
  readonly decision: number;
  readonly move: string;
}

export type Summary = MatchSummaryOf<AnyGame>;

/** Whether the players have agreed to pause: no move counts now. */
export const isPaused = ({ table, isOver }: Pick<MatchSnapshot, 'table' | 'isOver'>): boolean =>
  table.pausedUntil > 0 && !isOver;

/** With the day: a pause may last for thirty of them. By the clock of this device, on which people look. */
export function pauseText(
  { language, screen }: Words,
  { table: { pausedUntil }, clockAhead }: Pick<MatchSnapshot, 'table' | 'clockAhead'>,
): string {
  const until = new Date(pausedUntil - clockAhead);
  return screen.table.pausesUntil(until.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }));
}

/** Whether only its players may see it again. That of a public tournament, whose code all are told, is open to all. */
export const isForPlayers = ({ table, code, link }: Summary): boolean =>
  table.visibility === 'private' && (code === undefined || link !== undefined);

/** A player comes back to the seat, and a host sits down. Other people are asked, if a seat is free. */
export function usualPlace(
  { seats, status, host }: Pick<Summary, 'seats' | 'status' | 'host'>,
  player: string,
): WayIn | undefined {
  if (seats.some((seat) => seat.player === player)) return 'join';
  const isOpen = status === 'open' && seats.some(({ kind }) => kind === 'free');
  if (!isOpen) return 'watch';
  return host === player ? 'join' : undefined;
}

/** Whether what is new is explained, in matches against bots. */
export const GUIDE: Setting<boolean> = flag('flower-war-guide', true);

/** Whether all the others are bots. */
export const areBots = (seats: MatchSnapshot['table']['seats'], own: number | undefined): boolean =>
  own !== undefined && seats.every(({ kind }, seat) => seat === own || kind === 'bot');

// The matches that this browser's person has given up. The others may still play there.

const MOST = 20;

export const GIVEN_UP: Setting<readonly string[]> = list('flower-war-given-up');

export async function giveUp(live: LiveMatch): Promise<void> {
  const answer = await live.resign();
  if (answer.kind === 'accepted') GIVEN_UP.choose([live.id, ...GIVEN_UP.value()].slice(0, MOST));
}

/** A connection that the page of the match replaces by its own. Both may be open for a while. */
interface Open {
  readonly id: string;
  close(): void;
}

/** A seat stays taken as long as any connection is there. The page has its own by then. */
const REPLACED_WITHIN_MS = 5000;

export function handOver(live: Open): string {
  setTimeout(() => live.close(), REPLACED_WITHIN_MS);
  return live.id;
}

// A person who looks for people to play with: where they sit down, and where to once others wait elsewhere.

interface Sought {
  readonly game: string;
  readonly wish: NonNullable<Parameters<FlowerWarClient['find']>[1]>;
  /** Where the person waits. */
  readonly match: string;
}

/** Of the person at this page. A person who came to a table by another way is not moved. */
let sought: Sought | undefined;

/** Sits down where people meet. Returns the match. */
export async function seek(client: FlowerWarClient, { game, wish }: Omit<Sought, 'match'>): Promise<string> {
  const live = await client.quickPlay<string>(game, wish);
  await live.keep('usual');
  const match = handOver(live);
  sought = { game, wish, match };
  return match;
}

/**
 * Moves a person who waits alone at this match, if another person who fits has waited longer at another table. The first to come stays. Returns
 * that match.
 */
export async function moveOn(client: FlowerWarClient, match: string, onGoing: () => void): Promise<string | undefined> {
  if (sought?.match !== match) return undefined;
  const found = await client.find(sought.game, sought.wish);
  if (found.match === match || sought?.match !== match) return undefined;
  const going = sought;
  sought = undefined; // one move at a time
  onGoing();
  try {
    await client.leave(match);
  } catch (error) {
    sought = going;
    throw error;
  }
  return seek(client, going);
}

/** How often to look, in a wait of this many seconds. */
export const lookEveryMs = (seconds: number): number => Math.max(5, seconds / 12) * 1000;
