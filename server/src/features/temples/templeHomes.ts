/**
 * Which process a temple lives in: that of its match, or else that of the hall. What concerns a temple is done there, however
 * it came here.
 */
import { ack, command, info, linkRequests, matchTold, type TempleTold, templeId, wanted } from '@flower-war/protocol';
import { z } from 'zod';
import { RefusedFor } from '../../base/refused.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { Elsewhere, type Peer } from '../../store/ownership/processes.ts';
import type { HallPlace } from './boundMatch.ts';
import type { TempleState } from './templeJournal.ts';
import type { Temples } from './temples.ts';

interface TempleHomesTools {
  readonly temples: Temples;
  readonly hall: Hall;
  readonly journal: Pick<Journal, 'holderOf'>;
  /** This process. */
  readonly owner: string;
  readonly now: () => number;
  readonly call: CallPeer;
}

/** A temple moves seldom. One look for the old place, one for the new one, one because a process may have died. */
const LOOKS = 4;

const AGAIN_SECONDS = 1;

/** Beyond that, all places are looked up anew. */
const MOST_KNOWN = 20_000;

export class TempleHomes {
  private readonly tools: TempleHomesTools;
  /** Where temples were found last. */
  private readonly known = new Map<string, Peer>();

  constructor(tools: TempleHomesTools) {
    this.tools = tools;
  }

  /** Does something in the process of the temple. */
  at<T>(temple: string, here: () => Promise<T>, call: PeerCall): Promise<T> {
    return this.find(() => this.placeOf(temple), { temple, here, call });
  }

  /** Does something in the process that has the hall. */
  inHall<T>(here: () => Promise<T>, call: PeerCall): Promise<T> {
    return this.find(() => this.tools.hall.peer(), { here, call });
  }

  /** Throws `Elsewhere` unless the temple belongs to this process. Asks the store, and not what was known. */
  async mustBeHere(temple: string): Promise<void> {
    this.known.delete(temple);
    const peer = await this.placeOf(temple);
    if (peer !== undefined) throw new Elsewhere(temple, peer);
  }

  /**
   * Takes the temple from the process where it counts for no match, to bind it here. Says whether it may be bound: it may
   * count for another match.
   */
  async bring(temple: string): Promise<boolean> {
    const { journal, owner, temples, now } = this.tools;
    const one = temples.of(temple);
    if (one.isHome) return true;
    for (let look = 0; look < LOOKS; look++) {
      const holder = await journal.holderOf(temple);
      if (holder === undefined || holder.process === owner) return true;
      const answer = await this.asked(holder, { kind: 'let-go', temple });
      if (answer === undefined || 'moved' in answer) continue;
      const heard = heardDevice.nullable().parse(answer.value);
      if (heard === null) return false;
      this.known.delete(temple);
      one.device.adopt(heard, now());
      return true;
    }
    throw unavailable();
  }

  /** What is written of a temple, as far as this process can know it without asking another one. */
  async look(temple: string): Promise<TempleState> {
    const one = this.tools.temples.of(temple);
    try {
      if ((await this.placeOf(temple)) === undefined) return await one.look();
    } catch (error) {
      if (!(error instanceof Elsewhere)) throw error;
    }
    return one.stream.peek();
  }

  /** This process owns no temple any more. */
  async giveUpAll(): Promise<void> {
    this.tools.hall.giveUp();
    await this.tools.temples.giveUpAll();
  }

  /** The temples that were found there last. */
  foundAt(process: string): readonly string[] {
    return [...this.known].filter(([, peer]) => peer.process === process).map(([temple]) => temple);
  }

  /** The temple counts for a match there. */
  async sendTo(temple: string, peer: Peer): Promise<void> {
    this.remember(temple, peer);
    await this.asked(peer, { kind: 'take', temple });
  }

  private async find<T>(place: () => Promise<Peer | undefined>, wanted: TempleCall<T>): Promise<T> {
    for (let look = 0; look < LOOKS; look++) {
      const found = await this.tryAt(await place(), wanted);
      if (found !== undefined) return found.value;
    }
    throw unavailable();
  }

  private async tryAt<T>(peer: Peer | undefined, { temple, here, call }: TempleCall<T>): Promise<Found<T> | undefined> {
    if (peer === undefined) return this.tryHere(temple, here);
    const answer = await this.asked(peer, call);
    if (answer !== undefined && 'value' in answer) return answer as Found<T>; // a process of the same version gave it
    if (temple !== undefined) this.remember(temple, answer?.moved ?? undefined);
    return undefined;
  }

  private async tryHere<T>(temple: string | undefined, here: () => Promise<T>): Promise<Found<T> | undefined> {
    try {
      return { value: await here() };
    } catch (error) {
      if (!(error instanceof Elsewhere)) throw error;
      if (temple !== undefined) this.remember(temple, error.peer);
      return undefined;
    }
  }

  /** Undefined if the process cannot be reached. Every call may be repeated. */
  private async asked(peer: Peer, call: PeerCall): Promise<PeerAnswer | undefined> {
    try {
      return await this.tools.call(peer, call);
    } catch (error) {
      if (error instanceof Unreached) return undefined;
      throw error;
    }
  }

  /** Undefined: here. */
  private async placeOf(temple: string): Promise<Peer | undefined> {
    const { temples, hall, journal, owner } = this.tools;
    if (temples.isHome(temple)) return undefined;
    const known = this.known.get(temple);
    if (known !== undefined) return this.elsewhere(temple, known);
    if (hall.isHere) return undefined; // reading the temple claims it, unless it lives elsewhere
    const holder = await journal.holderOf(temple);
    if (holder?.process === owner) return undefined;
    const peer = holder ?? (await hall.peer());
    return peer && this.elsewhere(temple, peer);
  }

  private elsewhere(temple: string, peer: Peer): Peer {
    this.remember(temple, peer);
    this.tools.temples.of(temple).isElsewhere = true;
    return peer;
  }

  private remember(temple: string, peer: Peer | undefined): void {
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    if (peer === undefined || peer.process === this.tools.owner) this.known.delete(temple);
    else this.known.set(temple, peer);
  }
}

interface TempleCall<T> {
  readonly temple?: string;
  readonly here: () => Promise<T>;
  readonly call: PeerCall;
}

interface Found<T> {
  readonly value: T;
}

function unavailable(): RefusedFor {
  return new RefusedFor('unavailable', AGAIN_SECONDS);
}

// The hall: one process has all temples that count for no match, so that pairing finds them. A temple that counts for a match is in the
// process of the match.

interface HallTools {
  readonly journal: Pick<Journal, 'claim'>;
  /** This process. */
  readonly owner: string;
  /** Rejects with `Elsewhere` while this process leaves what it owns to others. */
  readonly mayClaim: (id: string) => Promise<void>;
  readonly hasHandedOver: () => boolean;
}

/** Temples and matches have other ids. */
const CLAIM = 'hall of temples';

export class Hall implements HallPlace {
  private readonly tools: HallTools;
  private isClaimed = false;

  constructor(tools: HallTools) {
    this.tools = tools;
  }

  get isHere(): boolean {
    return this.isClaimed && !this.tools.hasHandedOver();
  }

  readonly mustBeHere = async (): Promise<void> => {
    if (this.isHere) return;
    await this.tools.mayClaim(CLAIM);
    await this.tools.journal.claim({ id: CLAIM, owner: this.tools.owner });
    this.isClaimed = true;
  };

  giveUp(): void {
    this.isClaimed = false;
  }

  /** The process that has the hall; undefined if it is this one. */
  async peer(): Promise<Peer | undefined> {
    try {
      await this.mustBeHere();
      return undefined;
    } catch (error) {
      if (error instanceof Elsewhere) return error.peer;
      throw error;
    }
  }
}

// What processes ask each other about temples.

const peer = z.object({ process: z.string(), name: z.string(), address: z.string() });
const temple = templeId;
const player = z.string().max(200);
const count = z.int().min(0);

/** What the process of a bridge passes on. The names and the requests are those of the bridge. */
const asked = z.discriminatedUnion('name', [
  z.object({ name: z.literal('observe'), request: linkRequests.observe }),
  z.object({ name: z.literal('presence'), request: linkRequests.presence }),
  z.object({ name: z.literal('info'), request: linkRequests.info }),
  z.object({ name: z.literal('result'), request: linkRequests.result }),
  z.object({ name: z.literal('set'), request: linkRequests.set }),
  z.object({ name: z.literal('request'), request: linkRequests.request }),
]);

export type AskedByBridge = z.infer<typeof asked>;

const told = z
  .object({ temple, ack: ack.optional(), match: matchTold.optional(), config: wanted.optional() })
  .transform((one) => one as TempleTold);

/** What bridges are to hear. */
const news = z.union([z.object({ told }), z.object({ command, temple }), z.object({ forgotten: temple })]);

export type News = z.infer<typeof news>;

export const peerCall = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bridge'), asked, info: info.optional() }),
  /** Bridges are connected to the calling process. `isNew`: one of them has to hear of all temples. */
  z.object({ kind: z.literal('greet'), from: peer, isNew: z.boolean() }),
  z.object({ kind: z.literal('news'), news: z.array(news) }),
  /** The temple is to count for a match of the calling process. */
  z.object({ kind: z.literal('let-go'), temple }),
  /** The temple counts for a match of the called process. */
  z.object({ kind: z.literal('take'), temple }),
  z.object({ kind: z.literal('own'), temple, player }),
  z.object({ kind: z.literal('seen'), temple }),
  z.object({ kind: z.literal('release'), temple, player }),
  z.object({ kind: z.literal('forget'), temple, by: player }),
]);

export type PeerCall = z.infer<typeof peerCall>;
const totals = z.object({ epoch: count, war: count, rain: count });

/** What a process knows of a device, for the next process. */
const heardDevice = z.object({
  is: z.enum(['online', 'offline']),
  totals: totals.optional(),
  info: info.optional(),
});

/** `moved`: the temple is not there, but perhaps with that process. */
export const peerAnswer = z.union([z.object({ moved: peer.nullable() }), z.object({ value: z.unknown() })]);

export type PeerAnswer = z.infer<typeof peerAnswer>;

/** Carries a call to another process. Rejects with `Unreached` if it brings no answer. */
export type CallPeer = (peer: Peer, call: PeerCall) => Promise<PeerAnswer>;

export class Unreached extends Error {}
