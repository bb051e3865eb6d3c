/** What a seat has been shown by the lines of its stream. */
import type { StreamLine, StreamLineOf } from '@flower-war/protocol';

export interface Seen {
  /** The step of the seat. */
  readonly step: number;
  /** How many changes that all viewers see have come as lines. */
  readonly shared: number;
  readonly status: string;
  readonly legal: readonly string[];
  readonly decision: number | undefined;
}

export const NOTHING_SEEN: Seen = { step: 0, shared: 0, status: 'open', legal: [], decision: undefined };

/** What the seat has seen after a line. Throws if a step before it is missing. */
export function seenAfter(seen: Seen, line: StreamLine): Seen {
  switch (line.kind) {
    case 'state':
      return { ...seen, step: line.step, status: line.table.status, ...questionIn(line) };
    case 'step':
      return stepped(seen, line);
    case 'table':
      return { ...seen, status: line.table.status ?? seen.status };
    case 'talk':
    case 'rematch':
    case 'bulletin':
    case 'heartbeat':
    case 'closed':
      return seen;
  }
}

/** A change counts once for all viewers, and once more for a seat that is told something of its own: a question. */
function stepped(seen: Seen, line: StreamLineOf<'step'>): Seen {
  if (line.from !== seen.step) throw new Error('a step is missing in a stream');
  const own = line.legal === undefined ? 0 : 1;
  return {
    ...seen,
    step: line.step,
    shared: seen.shared + line.step - line.from - own,
    status: line.table.status ?? seen.status,
    ...(line.legal !== undefined && questionIn(line)),
  };
}

function questionIn({ legal = [], decision }: StreamLineOf<'state' | 'step'>): Pick<Seen, 'legal' | 'decision'> {
  return { legal, decision };
}
