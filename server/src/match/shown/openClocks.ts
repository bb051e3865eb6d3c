/** The clocks as everybody sees them while a hidden window is open: the real ones stand still, and that would tell of it. */
import { botOf, type Clocks, clocksAfter, lostIn, type Occupant } from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import type { Happened } from './hiddenWindow.ts';

interface Before {
  readonly clocks: Clocks;
  readonly occupants: ReadonlyMap<number, Occupant>;
}

/** After an entry that shows in a window. Whose turn everybody sees it to be is charged, unless the match is paused. */
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
