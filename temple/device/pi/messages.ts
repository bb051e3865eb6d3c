/** What a temple has received, and what it tells of itself. Pure. */
import {
  type Ack,
  type Info,
  type MatchTold,
  MOST_COUNT,
  type Odometer,
  type Slot,
  type Tally,
} from '@flower-war/protocol/temple';
import { isNews, type ToldVerdict, toldBy } from '../../shared/ackNews.ts';
import type { Payload } from './brokerLink.ts';
import type { SavedTotals } from './keeper.ts';
import { IDENTIFY_MS, type Known, lampsOn, lightOf, NOTHING_KNOWN } from './lights.ts';

interface Received {
  readonly known: Known;
  /** What the newest ack told. The temple ignores older acks. */
  readonly told?: ToldVerdict;
  readonly through: Tally;
  readonly match?: { readonly id: string | undefined; readonly rev: number };
}

export const NOTHING_RECEIVED: Received = { known: NOTHING_KNOWN, through: { war: 0, rain: 0 } };

interface Life extends Tally {
  readonly epoch: number;
}

interface Now {
  readonly at: number;
  readonly life: Life;
  /** The last beads sensed since the start. */
  readonly recent: readonly Bead[];
}

export function receiveAck(received: Received, ack: Ack, now: Now): Received {
  const { told } = received;
  if (told !== undefined && ack.rev < told.rev) return received;
  const through = ack.epoch === now.life.epoch ? ack.through : { war: 0, rain: 0 };
  const verdict = ack.last && isNews(ack, told, now.recent) ? { verdict: { is: ack.last.verdict, at: now.at } } : {};
  const { inFlightSince: _, ...known } = { ...received.known, ...verdict };
  const isBehind = now.life.war > through.war || now.life.rain > through.rain;
  const next = isBehind ? { ...known, ...flying(received) } : known;
  return { ...received, told: toldBy(ack, told), through, known: next };
}

const flying = ({ known: { inFlightSince } }: Received) => (inFlightSince === undefined ? {} : { inFlightSince });

export function receiveMatch(received: Received, match: MatchTold, now: number): Received {
  const isOlder = received.match?.id === match.match && match.rev < (received.match?.rev ?? 0);
  // What is not true any more keeps nothing out: the revisions begin lower when the clock of the server was put right.
  if (isOlder && now <= (received.known.match?.freshUntil ?? 0)) return received;
  const shown = {
    freshUntil: now + match.ttl * 1000,
    isTurn: match.yourTurn && (match.mayOffer.war || match.mayOffer.rain),
    hasEnd: match.apocalypse !== undefined,
  };
  return { ...received, match: { id: match.match, rev: match.rev }, known: { ...received.known, match: shown } };
}

const tell = (received: Received, known: Partial<Known>): Received => ({
  ...received,
  known: { ...received.known, ...known },
});

export const receiveBridge = (received: Received, isBridgeOnline: boolean) => tell(received, { isBridgeOnline });
const identify = (received: Received, now: number) => tell(received, { identifyUntil: now + IDENTIFY_MS });
const block = (received: Received, blocked: readonly Slot[]) => tell(received, { blocked });
export const sense = (received: Received, now: number) => tell(received, { inFlightSince: now });

/** Without a broker the temple does not know whether a bridge is online, until the bridge says so again. */
export function link(received: Received, isLinked: boolean): Received {
  return tell(received, isLinked ? { isLinked } : { isLinked, isBridgeOnline: false });
}

// What a running temple remembers besides its totals: the messages that it received, and its last beads.

export type Memory = ReturnType<typeof createMemory>;

export function createMemory(now: () => number) {
  let received: Received = NOTHING_RECEIVED;
  let recent: readonly Bead[] = [];
  let seq = 0;
  const become = (next: Received) => {
    received = next;
  };
  return {
    sensed(slot: Slot, ordinal: number) {
      recent = remember(recent, { slot, ordinal, at: now() });
      become(sense(received, now()));
    },
    odometer: (kept: SavedTotals) => odometerOf(kept, recent, { seq: ++seq, now: now() }),
    ack: (ack: Payload<'ack'>, life: SavedTotals) => become(receiveAck(received, ack, { at: now(), life, recent })),
    match: (match: Payload<'match'>) => become(receiveMatch(received, match, now())),
    bridge: ({ state }: Payload<'bridge'>) => become(receiveBridge(received, state === 'online')),
    linked: (isLinked: boolean) => become(link(received, isLinked)),
    blocked: (beams: readonly Slot[]) => become(block(received, beams)),
    identify: () => become(identify(received, now())),
    lamps: () => lampsOn(lightOf(received.known, now()), now()),
  };
}

// The messages of a temple about itself. Pure.

const MOST_RECENT = 8;

interface Bead {
  readonly slot: Slot;
  readonly ordinal: number;
  /** In milliseconds. */
  readonly at: number;
}

/** Adds a bead in front; drops the oldest bead if there are too many. */
const remember = (recent: readonly Bead[], bead: Bead) => [bead, ...recent].slice(0, MOST_RECENT);

interface Moment {
  readonly seq: number;
  /** In milliseconds, since the program started. */
  readonly now: number;
}

export function odometerOf(record: SavedTotals, recent: readonly Bead[], { seq, now }: Moment): Odometer {
  const { epoch, war, rain, boot } = record;
  // The next odometer tells a bead that is not on the disk yet.
  const kept = recent.filter(({ slot, ordinal }) => ordinal <= record[slot]);
  return {
    v: 1,
    epoch,
    war,
    rain,
    boot,
    seq,
    up: Math.floor(now / 1000),
    // After fifty days an age is greater than the protocol allows.
    recent: kept.map(({ slot, ordinal, at }) => [slot, ordinal, Math.min(Math.round(now - at), MOST_COUNT)]),
  };
}

interface Self {
  readonly id: string;
  readonly hardware: string;
  readonly lamps: number;
}

const FIRMWARE = '1.0.0';

export function infoOf({ id, hardware, lamps }: Self, configRev: number): Info {
  const ui = lamps > 0 ? [`leds:${lamps}`] : [];
  return { v: 1, id, proto: 'templo/1.0', fw: FIRMWARE, hw: hardware.slice(0, 64), flash: 'wal', ui, configRev };
}
