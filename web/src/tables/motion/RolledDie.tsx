import type { GameEvent } from '@flower-war/client';
import { useLayoutEffect, useRef } from 'react';
import { FALLING, isStill, SPEED, stepTime } from './animate.ts';

/** The die of this turn, which rolls when it comes. The story tells it in words. */
export function RolledDie({ roll }: { readonly roll: Roll | undefined }) {
  return roll && <Die key={roll.step} die={roll.die} />;
}

function Die({ die }: Pick<Roll, 'die'>) {
  const drawn = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const duration = isStill() ? 0 : stepTime(SPEED.value());
    if (duration > 0) drawn.current?.animate(FALLING, { duration, easing: 'ease-out' });
  }, []);
  return (
    <i className="die counts rolled" aria-hidden="true" ref={drawn}>
      {die}
    </i>
  );
}

interface StepEvents {
  readonly number: number;
  readonly events: readonly GameEvent[];
}

interface Roll {
  /** The step in which it was thrown. */
  readonly step: number;
  readonly die: number;
}

/** The die that was thrown last in this turn, the steps told from the oldest on. */
export function rollIn(steps: readonly StepEvents[]): Roll | undefined {
  for (const { number, events } of steps.toReversed())
    for (const event of events.toReversed()) {
      if (event.kind === 'rolled') return { step: number, die: Number(event['die']) };
      if (event.kind === 'turn-began') return undefined;
    }
  return undefined;
}
