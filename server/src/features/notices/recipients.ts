/** Which players get which notice of an entry. A notice never tells more than the player's own view. */
import type { Notice, NoticeEvent, Occupant } from '@flower-war/protocol';
import type { Draft } from '../../match/record/writer.ts';
import type { ViewerProgress } from '../../match/record/viewerProgress.ts';
import { untilOf } from './standing.ts';

/** The players of a match by seat, and until when they must come. */
export interface Pairing {
  readonly players: readonly string[];
  readonly match: string;
  readonly game: string;
  readonly tournament: string;
  readonly at: number;
  readonly endsAt: number;
}

export interface Telling {
  readonly player: string;
  readonly event: NoticeEvent | 'reminder';
  readonly notice: DistributiveOmit<Exclude<Notice, { kind: 'test' }>, 'id'>;
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
  return reachable.flatMap((one) => {
    const decision = newDecision(draft, before, one);
    const told = decision === undefined ? backEarly(draft, one, asking) : asked(draft, { ...one, decision, asking });
    return [...milestone(draft, one, asking), ...told];
  });
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
function newDecision(draft: Draft, before: ViewerProgress, { seat, isDriven }: Seated): number | undefined {
  const decision = draft.flush.seats.get(seat)?.private.decision;
  return isDriven || decision === before.privateOf(seat).decision ? undefined : decision;
}

interface Decision extends Seated {
  readonly decision: number;
  readonly asking: Asking;
}

/** That it is the player's turn, unless the player sees it; and later, that its time runs out. */
function asked(draft: Draft, of: Decision): readonly Telling[] {
  const { seat, player, asking } = of;
  const place = placeOf(draft, seat, asking);
  const isPresent = asking.isPresent(place.match, player);
  const turn = { player, event: 'turn' as const, notice: { kind: 'turn' as const, ...place } };
  return [...(isPresent ? [] : [turn]), ...reminder(draft, of)];
}

function reminder(draft: Draft, { seat, player, decision, asking }: Decision): readonly Telling[] {
  const until = untilOf(draft.shown, seat);
  if (until === undefined) return [];
  return [
    { player, event: 'reminder', notice: { kind: 'reminder', ...placeOf(draft, seat, asking), decision, until } },
  ];
}

/** The time of an open question is over sooner than a reminder knows that was put off to the end of the vacation. */
function backEarly(draft: Draft, one: Seated, asking: Asking): readonly Telling[] {
  const { entry, shown } = draft;
  if (entry.kind !== 'vacation' || entry.seat !== one.seat || entry.until > entry.at || one.isDriven) return [];
  const { decision } = shown.privateOf(one.seat);
  return decision === undefined ? [] : reminder(draft, { ...one, decision, asking });
}

function placeOf({ entry, position }: Draft, seat: number, { linkTo }: Asking) {
  const { match, game } = position.created;
  const link = linkTo(match);
  return { at: entry.at, match, game, seat, ...(link !== undefined && { link }) };
}
