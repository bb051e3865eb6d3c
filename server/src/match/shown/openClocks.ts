/** The public clocks while a hidden window is open. The real ones stand still then, which would reveal the window. */
import { botOf, type Clocks, clocksAfter, lostIn, type Occupant } from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import type { Happened } from './hiddenWindow.ts';

interface Before {
  readonly clocks: Clocks;
  readonly occupants: ReadonlyMap<number, Occupant>;
}

/** The clocks after a visible entry in a window. They charge the seat whose turn all viewers see, unless paused. */
export function openClocks(
  { clocks, occupants }: Before,
  { entry, position, awaited }: Happened & { readonly awaited: readonly Seat[] },
): Clocks {
  if (clocks.length === 0) return clocks;
  return clocksAfter(position.created.table, clocks, {
    at: entry.at,
    lost: lostIn(entry),
    asked: position.pause === undefined && position.status === 'running' ? awaited : undefined,
    bots: [...occupants].flatMap(([seat, occupant]) => (botOf(occupant) === undefined ? [] : [seat])),
    ...(entry.kind === 'absence' && entry.what === 'returned' && { returned: entry.seat }),
  });
}
