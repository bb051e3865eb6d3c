/** What has happened since this page listens. */
import type { GameEvent, LiveMatch } from '@flower-war/client';
import { useEffect, useState } from 'react';

/** What happened in one step. */
export interface Step {
  readonly number: number;
  readonly events: readonly GameEvent[];
}

const KEPT = 200;
const NOTHING: readonly Step[] = [];

/** The oldest step first. */
export function useStory(live: LiveMatch): readonly Step[] {
  const [steps, setSteps] = useState(NOTHING);
  useEffect(() => {
    setSteps(NOTHING);
    let number = 0;
    return live.on('events', (events) => {
      const step: Step = { number: number++, events };
      setSteps((before) => [...before.slice(1 - KEPT), step]);
    });
  }, [live]);
  return steps;
}
