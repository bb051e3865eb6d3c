/** Who is told what of an entry: exactly what they were shown of it, and nothing of what others are asked. */
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
  /** Somebody whom it makes sense to tell anything. */
  readonly isReachable: (player: string) => boolean;
  /** Somebody who sees the match as it is. */
  readonly isPresent: (match: string, player: string) => boolean;
  readonly linkTo: (match: string) => string | undefined;
}

export function tellings(draft: Draft, before: ViewerProgress, asking: Asking): readonly Telling[] {
  const people = [...draft.position.occupants].flatMap(([seat, occupant]) => person(seat, occupant));
  const reachable = people.filter(({ player }) => asking.isReachable(player));
  if (reachable.length === 0) return [];
  return reachable.flatMap((one) => [...milestone(draft, one, asking), ...turn(draft, before, { ...one, asking })]);
}

interface Seated {
  readonly seat: number;
  readonly player: string;
  /** A bot answers for them. */
  readonly isDriven: boolean;
}

function person(seat: number, occupant: Occupant): readonly Seated[] {
  return occupant.kind === 'player' ? [{ seat, player: occupant.player, isDriven: occupant.bot !== undefined }] : [];
}

function milestone(draft: Draft, { seat, player }: Seated, asking: Asking): readonly Telling[] {
  const { entry } = draft;
  const place = placeOf(draft, seat, asking);
  if (entry.kind === 'started') return [{ player, event: 'started', notice: { kind: 'started', ...place } }];
  if (entry.kind !== 'ended') return [];
  return [{ player, event: 'ended', notice: { kind: 'ended', ...place, result: entry.result } }];
}

/**
 * A question that this seat is shown with this entry. One that it was shown before is none, so that an entry of which it
 * learns nothing (a secret choice, an answer in a hidden window) never causes a notice.
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
