import type { GameEvent } from '@flower-war/client';

interface Told {
  readonly number: number;
  readonly events: readonly GameEvent[];
}

export interface Roll {
  /** The step in which it was thrown. */
  readonly step: number;
  readonly die: number;
}

/** The die that was thrown last in this turn, the steps told from the oldest on. */
export function rollIn(steps: readonly Told[]): Roll | undefined {
  for (const { number, events } of steps.toReversed())
    for (const event of events.toReversed()) {
      if (event.kind === 'rolled') return { step: number, die: Number(event['die']) };
      if (event.kind === 'turn-began') return undefined;
    }
  return undefined;
}
