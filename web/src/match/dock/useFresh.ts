import { useCallback, useEffect, useRef } from 'react';

/** A tap that was meant for the question before comes this soon after it. */
const IGNORED_MS = 300;

/** Tells whether the question has just come, so that a tap may have been meant for the one before. */
export function useFresh(decision: number | undefined): () => boolean {
  const asked = useRef({ decision, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (asked.current.decision !== decision) asked.current = { decision, at: performance.now() };
  }, [decision]);
  return useCallback(() => performance.now() - asked.current.at < IGNORED_MS, []);
}
