import { useEffect, useState } from 'react';

/** A tap that was meant for the question before comes this soon after it. */
const IGNORED_MS = 300;

/** Whether the question has just come: a tap may have been meant for the one before, and so it does not count yet. */
export function useFresh(decision: number | undefined): boolean {
  const [settled, setSettled] = useState(decision);
  useEffect(() => {
    const timer = setTimeout(setSettled, IGNORED_MS, decision);
    return () => clearTimeout(timer);
  }, [decision]);
  return decision !== undefined && settled !== decision;
}
