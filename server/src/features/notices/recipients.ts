/** Which players get which notice of an entry. A notice never tells more than the player's own view. */
import type { Notice, NoticeEvent, Occupant } from '@flower-war/protocol';
import type { Draft } from '../../match/record/draft.ts';
import type { ViewerProgress } from '../../match/shown/viewerProgress.ts';

export interface Telling {
  readonly player: string;
  readonly event: NoticeEvent;
  readonly notice: DistributiveOmit<Notice, 'id'>;
}
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface Asking {
  /** Whether the player has a webhook. */
  readonly isReachable: (player: string) => boolean;
  /** Whether the player is connected and sees the match live. */
  readonly isPresent: (match: string, player: string) => boolean;
  readonly linkTo: (match: string) => string | undefined;
}

export function tellings(draft: Draft, before: ViewerProgress, asking: Asking): readonly Telling[] {
  const reachable = reachableAt(draft.position.occupants, asking);
  if (reachable.length === 0) return [];
  return reachable.flatMap((one) => [...milestone(draft, one, asking), ...turn(draft, before, { ...one, asking })]);
}

interface Seated {
  readonly seat: number;
  readonly player: string;
  /** A bot moves for the player. */
  readonly isDriven: boolean;
}

function reachableAt(occupants: ReadonlyMap<number, Occupant>, { isReachable }: Asking): readonly Seated[] {
  const seated: Seated[] = [];
  for (const [seat, occupant] of occupants)
    if (occupant.kind === 'player' && isReachable(occupant.player))
      seated.push({ seat, player: occupant.player, isDriven: occupant.bot !== undefined });
  return seated;
}

function milestone(draft: Draft, { seat, player }: Seated, asking: Asking): readonly Telling[] {
  const { entry } = draft;
  const place = placeOf(draft, seat, asking);
  if (entry.kind === 'started') return [{ player, event: 'started', notice: { kind: 'started', ...place } }];
  if (entry.kind !== 'ended') return [];
  return [{ player, event: 'ended', notice: { kind: 'ended', ...place, result: entry.result } }];
}

/**
 * A question that this entry newly shows to this seat. A question shown before causes no notice, so that an entry the
 * seat learns nothing of (a secret choice, an answer in a hidden window) never causes one.
 */
function turn(draft: Draft, before: ViewerProgress, { seat, player, isDriven, asking }: Seated & { asking: Asking }) {
  const decision = draft.flush.seats.get(seat)?.private.decision;
  if (decision === undefined || isDriven || decision === before.privateOf(seat).decision) return [];
  if (asking.isPresent(draft.position.created.match, player)) return [];
  return [{ player, event: 'turn' as const, notice: { kind: 'turn' as const, ...placeOf(draft, seat, asking) } }];
}

function placeOf({ entry, position }: Draft, seat: number, { linkTo }: Asking) {
  const { match, game } = position.created;
  const link = linkTo(match);
  return { at: entry.at, match, game, seat, ...(link !== undefined && { link }) };
}
