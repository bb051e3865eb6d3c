/** What a process tells the other processes on the same store. An announcement may get lost: the store holds the truth. */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../base/log.ts';

const id = z.string().max(200);
const match = id;
const player = id;

/** What each topic tells. Fields that only a newer version knows are dropped. */
const TOPICS = {
  /** These matches look different in lists. */
  list: z.object({ matches: z.array(match).max(1000) }),
  /** The seats of these matches whose players are connected now. The process that owns a match tells them. */
  presence: z.object({ tables: z.array(z.object({ match, seats: z.array(z.int().min(0)) })).max(1000) }),
  /** A process began: it does not know yet who is connected elsewhere. */
  began: z.object({}),
  /** The player was renamed or deleted. */
  name: z.object({ player }),
  /** The player was banned, or the ban was lifted. */
  ban: z.object({ player }),
  /** Sessions of the player ended. */
  sessions: z.object({ player }),
  /** The operator has kicked this spectator from the match. */
  kick: z.object({ match, player }),
  /** The match has this rematch. */
  rematch: z.object({ match, rematch: match }),
  /** The temple counted something, or changed hands. */
  ledger: z.object({ temple: id }),
  /** The player's webhooks changed, which led to this revision of all webhooks. */
  webhooks: z.object({ player, revision: z.int().min(1) }),
  /** Matches have to look at the vacations of their players. */
  vacation: z.object({}),
  /** There are new notices to deliver. */
  notice: z.object({}),
  /** A text of the host to all who are connected. */
  bulletin: z.object({ text: z.string().max(1000), at: z.int().min(0) }),
  /** The banned networks changed. */
  networks: z.object({}),
  /** The operator takes processes out of service, or back into it: the one with this name, or all. */
  drain: z.object({ process: id.optional(), isDraining: z.boolean() }),
};

type Topic = keyof typeof TOPICS;
export type Announced<Name extends Topic> = z.infer<(typeof TOPICS)[Name]>;
type Listener<Name extends Topic> = (told: Announced<Name>) => void;

export interface Announcements {
  /**
   * Tells all other processes, never this one: the caller does here what is to be done. Never waits and never throws. With
   * Redis they hear it at once, without it some seconds later. They may hear it twice.
   */
  tell<Name extends Topic>(topic: Name, told: Announced<Name>): void;
  /** Calls the listener with what other processes tell. Returns how to stop listening. */
  on<Name extends Topic>(topic: Name, listener: Listener<Name>): () => void;
  stop(): Promise<void>;
}

/** For a process that has no others to tell. */
export const toldNowhere: Announcements = { tell: () => {}, on: () => () => {}, stop: async () => {} };

// Tells and hears announcements over every way from process to process that there is.

/** A way from process to process. It may lose a message, and it may bring one twice. It never throws and never waits. */
export interface Carrier {
  send(message: string): void;
  /** Called with each message, also with those of this process. */
  onMessage: (message: string) => void;
  stop(): void | Promise<void>;
}

const LONGEST_MESSAGE = 256 * 1024;
/** This many messages are remembered, because the slow way brings later what the fast way has brought. */
const MOST_REMEMBERED = 20_000;

const envelope = z.object({ from: z.string().max(100), n: z.int(), topic: z.string(), told: z.unknown() });

export class Announcer implements Announcements {
  private readonly me = randomUUID();
  private readonly log: Log;
  private readonly carriers: readonly Carrier[];
  private readonly listeners = new Map<Topic, Set<Listener<never>>>();
  private readonly heard = new Set<string>();
  private sent = 0;

  constructor(log: Log, carriers: readonly Carrier[]) {
    this.log = log;
    this.carriers = carriers;
    for (const carrier of carriers) carrier.onMessage = (message) => this.hear(message);
  }

  tell<Name extends Topic>(topic: Name, told: Announced<Name>): void {
    this.sent += 1;
    const message = JSON.stringify({ from: this.me, n: this.sent, topic, told });
    for (const carrier of this.carriers) carrier.send(message);
  }

  on<Name extends Topic>(topic: Name, listener: Listener<Name>): () => void {
    const those = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, those.add(listener));
    return () => those.delete(listener);
  }

  async stop(): Promise<void> {
    this.listeners.clear();
    await Promise.all(this.carriers.map((carrier) => carrier.stop()));
  }

  private hear(message: string): void {
    const { data } = envelope.safeParse(jsonOf(message));
    if (data === undefined) return this.drop(message);
    if (data.from === this.me || !this.isNew(`${data.from} ${data.n}`)) return;
    if (!isTopic(data.topic)) return; // of a newer version
    const told = TOPICS[data.topic].safeParse(data.told);
    if (told.success) this.pass(data.topic, told.data as never);
    else this.drop(message);
  }

  private drop({ length }: string): void {
    this.log.warn({ length }, 'an announcement that this server cannot read was dropped');
  }

  private isNew(id: string): boolean {
    if (this.heard.has(id)) return false;
    const [oldest] = this.heard.add(id);
    if (this.heard.size > MOST_REMEMBERED && oldest !== undefined) this.heard.delete(oldest);
    return true;
  }

  /** If one listener throws, the others still hear it. */
  private pass(topic: Topic, told: never): void {
    for (const listener of this.listeners.get(topic) ?? [])
      try {
        listener(told);
      } catch (err) {
        this.log.error({ err, topic }, 'an announcement could not be handled');
      }
  }
}

function isTopic(name: string): name is Topic {
  return Object.hasOwn(TOPICS, name);
}

function jsonOf(text: string): unknown {
  if (text.length > LONGEST_MESSAGE) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
