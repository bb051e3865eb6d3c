/** What a temple has been told, and what follows for its lamps. Pure. */
import type { Ack, MatchTold, Slot, Tally } from '@flower-war/protocol/temple';
import { IDENTIFY_MS, NOTHING_TOLD, type Told } from './lights.ts';
import type { Bead } from './outgoing.ts';

export interface Heard {
  readonly told: Told;
  /** Of the newest ack: an older one is ignored. */
  readonly ackRev?: number;
  readonly through: Tally;
  readonly match?: { readonly id: string | undefined; readonly rev: number };
}

export const NOTHING_HEARD: Heard = { told: NOTHING_TOLD, through: { war: 0, rain: 0 } };

interface Life extends Tally {
  readonly epoch: number;
}

export interface Now {
  readonly at: number;
  readonly life: Life;
  /** Beads that were sensed since the start. */
  readonly recent: readonly Bead[];
}

export function hearAck(heard: Heard, ack: Ack, now: Now): Heard {
  if (heard.ackRev !== undefined && ack.rev < heard.ackRev) return heard;
  const isNews = heard.ackRev === undefined ? isRecent(ack, now.recent) : ack.rev > heard.ackRev;
  const through = ack.epoch === now.life.epoch ? ack.through : { war: 0, rain: 0 };
  const verdict = isNews && ack.last ? { verdict: { is: ack.last.verdict, at: now.at } } : {};
  const { inFlightSince: _, ...told } = { ...heard.told, ...verdict };
  const isBehind = now.life.war > through.war || now.life.rain > through.rain;
  return { ...heard, ackRev: ack.rev, through, told: isBehind ? { ...told, ...flying(heard) } : told };
}

/** What is retained from before this start is no news, and lights nothing. */
const isRecent = ({ last }: Ack, recent: readonly Bead[]) =>
  recent.some(({ slot, ordinal }) => slot === last?.slot && ordinal === last.ordinal);

const flying = ({ told: { inFlightSince } }: Heard) => (inFlightSince === undefined ? {} : { inFlightSince });

export function hearMatch(heard: Heard, match: MatchTold, now: number): Heard {
  if (heard.match !== undefined && heard.match.id === match.match && match.rev < heard.match.rev) return heard;
  const shown = {
    freshUntil: now + match.ttl * 1000,
    isTurn: match.yourTurn && (match.mayOffer.war || match.mayOffer.rain),
    hasEnd: match.apocalypse !== undefined,
  };
  return { ...heard, match: { id: match.match, rev: match.rev }, told: { ...heard.told, match: shown } };
}

const tell = (heard: Heard, told: Partial<Told>): Heard => ({ ...heard, told: { ...heard.told, ...told } });

export const hearBridge = (heard: Heard, isBridgeOnline: boolean) => tell(heard, { isBridgeOnline });
export const identify = (heard: Heard, now: number) => tell(heard, { identifyUntil: now + IDENTIFY_MS });
export const block = (heard: Heard, blocked: readonly Slot[]) => tell(heard, { blocked });
export const sense = (heard: Heard, now: number) => tell(heard, { inFlightSince: now });

/** Without a broker nothing is known of a bridge, until it says so again. */
export function link(heard: Heard, isLinked: boolean): Heard {
  return tell(heard, isLinked ? { isLinked } : { isLinked, isBridgeOnline: false });
}
