/** Where a person is in a match. */
import type { AnyGame, LiveMatch, MatchSnapshot, MatchSummaryOf } from '@flower-war/client';
import { type Setting, setting } from '../app/setting.ts';

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
export const GUIDE: Setting<boolean> = setting('flower-war-guide', {
  read: (text) => text !== 'off',
  write: (isOn) => (isOn ? 'on' : 'off'),
});

/** Whether all the others are bots. */
export const areBots = (seats: MatchSnapshot['table']['seats'], own: number | undefined): boolean =>
  own !== undefined && seats.every(({ kind }, seat) => seat === own || kind === 'bot');

// The matches that this browser's person has given up. The others may still play there.

const MOST = 20;

export const GIVEN_UP: Setting<readonly string[]> = setting('flower-war-given-up', {
  read: (text = ''): readonly string[] => text.split(' ').filter(Boolean),
  write: (matches) => matches.join(' '),
});

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
