/** Plays what is tapped: once, and never in answer to a question that has just come. */
import type { Played } from '@flower-war/client/react';
import { useEffect, useRef, useState } from 'react';

/** A tap that was meant for the question before comes this soon after it. */
const IGNORED_MS = 300;

export interface Taps {
  /** The move that was tapped, until it is answered. */
  readonly pending: string | undefined;
  /** Why the last tap was not played. */
  readonly refused: Played | undefined;
  readonly tap: (move: string) => Promise<void>;
}

export function useTaps(play: (move: string) => Promise<Played>, decision: number | undefined): Taps {
  const [pending, setPending] = useState<string>();
  const [refused, setRefused] = useState<Played>();
  const asked = useRef({ decision, at: 0 });
  useEffect(() => {
    if (asked.current.decision !== decision) asked.current = { decision, at: performance.now() };
  }, [decision]);
  const tap = async (move: string) => {
    if (pending !== undefined || performance.now() - asked.current.at < IGNORED_MS) return;
    setPending(move);
    setRefused(undefined);
    const answer = await play(move);
    setPending(undefined);
    if (answer.kind !== 'accepted') setRefused(answer);
  };
  return { pending, refused, tap };
}
