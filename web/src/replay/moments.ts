/** What a replay holds, and where in it another viewer's replay goes on. */
import type { Eyes, MatchSummary, Moment } from '@flower-war/client';
import { useCallback, useEffect, useState } from 'react';
import { usePlayer } from '../app/player.tsx';
import { type Setting, setting } from '../app/setting.ts';
import { asError } from '../app/asked.tsx';

/** A place in a match: its step in the address, or the moment that was shown through other eyes. */
export type Near = Partial<Pick<Moment, 'step' | 'seq' | 'at'>>;

/** The last moment that is not later. Only ended matches number their entries; before that, time must do. */
export function startIn(moments: readonly Moment[], near: Near): number {
  const later = moments.findIndex((moment) => isLater(moment, near));
  return Math.max(0, (later < 0 ? moments.length : later) - 1);
}

function isLater(moment: Moment, { step = 0, seq, at }: Near): boolean {
  if (seq !== undefined && moment.seq !== undefined) return moment.seq > seq;
  return at === undefined ? moment.step > step : moment.at > at;
}

type Watched = Pick<MatchSummary, 'status' | 'seats' | 'table'>;

/** Whose eyes this player may look through: at the end those of all; before that the player's own and those of spectators. */
export function eyesIn({ status, seats, table }: Watched, player: string): readonly Eyes[] {
  const isOver = status === 'ended';
  const own = seats.filter((seat) => isOver || seat.player === player).map(({ seat }): Eyes => `seat:${seat}`);
  const open: readonly Eyes[] = isOver || table.watching !== 'off' ? ['spectator'] : [];
  return [...own, ...open, ...(isOver ? (['all'] as const) : [])];
}

/** A player looks through their own eyes first, and other people through those of spectators. */
export function usualEyes(match: Watched, player: string): Eyes {
  const own = seatOf(match, player);
  return own === undefined ? 'spectator' : `seat:${own}`;
}

export const seatOf = ({ seats }: Pick<Watched, 'seats'>, player: string): number | undefined =>
  seats.find((seat) => seat.player === player)?.seat;

/** The seat of these eyes, if they are those of a seat. */
export const seatIn = (eyes: Eyes): number | undefined =>
  eyes.startsWith('seat:') ? Number(eyes.slice('seat:'.length)) : undefined;

/** `?as=seat:1`, if this player may look through these eyes. */
export function eyesCalled(name: string | null, match: Watched, player: string): Eyes {
  return eyesIn(match, player).find((eyes) => eyes === name) ?? usualEyes(match, player);
}

// What a person should not know yet.

/** What the person has chosen, for all replays. */
export const HIDES: Setting<boolean | undefined> = setting('flower-war-replay-hides', {
  read: (text) => (text === undefined ? undefined : text === 'yes'),
  write: (hides) => (hides ? 'yes' : 'no'),
});

/** Whether a replay begins with what comes hidden. Without a choice, matches of others do; `&open` is for a person who knows the end. */
export function hidesAtFirst(isOwn: boolean, { search }: Pick<Location, 'search'>): boolean {
  return !new URLSearchParams(search).has('open') && (HIDES.value() ?? !isOwn);
}

/** What is hidden now, and how far the person has come. */
export function useHiding(isOwn: boolean, { index, last }: { readonly index: number; readonly last: number }) {
  const [hides, setHides] = useState(() => hidesAtFirst(isOwn, location));
  const [farthest, setFarthest] = useState(index);
  useEffect(() => setFarthest((before) => Math.max(before, index)), [index]);
  const choose = (wanted: boolean) => {
    setHides(wanted);
    HIDES.choose(wanted);
  };
  return { hides, setHides: choose, reach: Math.min(last, Math.max(farthest, index)) };
}

// Reads a replay to its end, so that any of its moments can be shown at once.

export interface Reel {
  /** From the start of play on; more may come. */
  readonly moments: readonly Moment[];
  /** Whether all of them are there. */
  readonly isWhole: boolean;
  readonly error: Error | undefined;
  /** Reads them once more: a match that runs has new ones. */
  readonly again: () => void;
}

type State = Omit<Reel, 'again'>;
const NOTHING: State = { moments: [], isWhole: false, error: undefined };

/** As many as the server sends at once. */
const PAGE = 100;

export function useMoments(match: string, viewer: Eyes): Reel {
  const { client } = usePlayer();
  const [state, setState] = useState(NOTHING);
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count reads once more.
  useEffect(() => {
    const stop = new AbortController();
    const { history } = client.with({ signal: stop.signal });
    // What was read before stays until as much is read once more: the person is at one of its moments.
    const show = (part: State) => setState((before) => (part.moments.length < before.moments.length ? before : part));
    const read = async () => {
      const moments: Moment[] = [];
      let came = 0;
      for await (const moment of history.replay(match, { viewer })) {
        came++;
        if (moment.status === 'open') continue; // nothing is on the table yet
        moments.push(moment);
        if (came % PAGE === 0) show({ ...NOTHING, moments: [...moments] });
      }
      setState({ ...NOTHING, moments, isWhole: true });
    };
    read().catch((error) => stop.signal.aborted || setState((before) => ({ ...before, error: asError(error) })));
    return () => stop.abort();
  }, [client, match, viewer, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { ...state, again };
}
