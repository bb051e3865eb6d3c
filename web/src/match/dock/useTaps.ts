/** Plays what is tapped: once, and never in answer to a question that has just come. */
import type { Played } from '@flower-war/client/react';
import { useState } from 'react';

export interface Taps {
  /** The move that was tapped, until it is answered. */
  readonly pending: string | undefined;
  /** Why the last tap was not played. */
  readonly refused: Played | undefined;
  /** The question has just come: a tap does not count yet, and the moves look like it. */
  readonly isFresh: boolean;
  /** Whether a tap counts now. */
  readonly isOpen: () => boolean;
  readonly tap: (move: string) => Promise<void>;
}

export function useTaps(play: (move: string) => Promise<Played>, isFresh: boolean): Taps {
  const [pending, setPending] = useState<string>();
  const [refused, setRefused] = useState<Played>();
  const isOpen = () => pending === undefined && !isFresh;
  const tap = async (move: string) => {
    if (!isOpen()) return;
    setPending(move);
    setRefused(undefined);
    const answer = await play(move);
    setPending(undefined);
    if (answer.kind !== 'accepted') setRefused(answer);
  };
  return { pending, refused, isFresh, isOpen, tap };
}
