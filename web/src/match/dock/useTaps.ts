/** Plays what is tapped: once, and never in answer to a question that has just come. */
import type { Played } from '@flower-war/client/react';
import { useState } from 'react';
import { useFresh } from './useFresh.ts';

export interface Taps {
  /** The move that was tapped, until it is answered. */
  readonly pending: string | undefined;
  /** Why the last tap was not played. */
  readonly refused: Played | undefined;
  /** Whether a tap counts now. */
  readonly isOpen: () => boolean;
  readonly tap: (move: string) => Promise<void>;
}

export function useTaps(play: (move: string) => Promise<Played>, decision: number | undefined): Taps {
  const [pending, setPending] = useState<string>();
  const [refused, setRefused] = useState<Played>();
  const isFresh = useFresh(decision);
  const isOpen = () => pending === undefined && !isFresh();
  const tap = async (move: string) => {
    if (!isOpen()) return;
    setPending(move);
    setRefused(undefined);
    const answer = await play(move);
    setPending(undefined);
    if (answer.kind !== 'accepted') setRefused(answer);
  };
  return { pending, refused, isOpen, tap };
}
