/** All that a viewer sees of a match at one moment. */
import type { Asks, TableJson, TalkLine, ViewOf } from '@flower-war/protocol';
import type { ConnectionStatus } from './connectionStatus.ts';
import type { Shown } from './stateSync.ts';

/** All that a viewer sees of a match at one moment. */
export interface MatchSnapshot<G extends string = string> {
  /** The game as this viewer sees it. */
  readonly view: ViewOf<G>;
  /** The moves that this seat may play now, in notation; empty when it has nothing to decide. */
  readonly legal: readonly string[];
  /** The number of the open decision of this seat. Another number is another decision. */
  readonly decision: number | undefined;
  /** When the clock answers for this seat, in milliseconds since 1970 by the server's clock. */
  readonly deadline: number | undefined;
  /**
   * The deadline of a hidden window. Such a window asks this seat because of its secret cards, and no other player sees
   * it.
   */
  readonly windowDeadline: number | undefined;
  /** The public table: status, seats, result, and the game's public view. */
  readonly table: TableJson<ViewOf<G>>;
  /** What the connection does. While it is lost, everything else stays as it was last shown. */
  readonly connection: ConnectionStatus;
  /** The seat of this viewer; absent for a spectator. */
  readonly seat: number | undefined;
  /** How many steps this viewer was shown. A repeated or missing number would mean that a message was lost. */
  readonly step: number;
  /** Whether a bot stands in for this seat, until `back` or a move. */
  readonly isStoodInFor: boolean;
  /** In which hidden windows this seat wants to be asked. */
  readonly wish: Asks;
  /** The habits that answer for this seat, so that its player is not asked. */
  readonly habits: readonly string[];
  /** What was said, the oldest first, without the lines of muted players. */
  readonly lines: readonly TalkLine[];
  /** How many seconds late this viewer sees the match; 0: at once. */
  readonly behind: number;
  readonly isOver: boolean;
  /** The match in which the people of this one play once more; absent until there is one. */
  readonly rematchId: string | undefined;
}

export interface Around {
  readonly seat: number | undefined;
  readonly connection: ConnectionStatus;
  readonly lines: readonly TalkLine[];
  readonly rematchId: string | undefined;
}

export function matchSnapshot<G extends string>({ table, own }: Shown<ViewOf<G>>, around: Around): MatchSnapshot<G> {
  const seat = around.seat ?? -1;
  return {
    ...around,
    table,
    view: { ...table.view, ...own?.view },
    legal: own?.legal ?? [],
    decision: own?.decision,
    deadline: own?.until ?? (table.clocks[seat]?.deadline || undefined),
    windowDeadline: own?.until,
    step: table.step + (own === undefined ? 0 : own.step - own.table),
    isStoodInFor: (table.seats[seat]?.bot ?? '') !== '',
    wish: own?.asks ?? 'all',
    habits: own?.habits ?? [],
    behind: table.behind ?? 0,
    isOver: table.status === 'ended',
  };
}
