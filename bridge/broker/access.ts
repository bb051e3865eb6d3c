/** Which account may read, write or clear which topic, and how much. The rules come from the table of topics. */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stray } from '@flower-war/protocol';
import { ACCOUNTS } from '@flower-war/protocol/credentials';
import {
  addressed,
  filterOf,
  MOST_PAYLOAD_BYTES,
  MOST_TOPIC_BYTES,
  type Party,
  TOPIC_ROOT,
  TOPICS,
  type Topic,
  type TopicName,
  templeId,
} from '@flower-war/protocol/temple';
import type { Logger } from 'pino';

/** `clear` writes an empty retained message, which deletes the retained one. */
type Deed = 'read' | 'write' | 'clear';

export interface Who {
  readonly party: Party;
  /** The MQTT user name. That of a device is its id. */
  readonly account: string;
}

/** One line of an access list. */
export interface Rule {
  readonly deed: 'read' | 'write';
  readonly filter: string;
}

/** Home Assistant may read all topics below this one, those of other devices too. */
const HOME_REALM = 'homeassistant/';

/** No topic is longer. A filter may end with a wildcard for what lies below a topic. */
const MOST_FILTER_BYTES = MOST_TOPIC_BYTES + '/#'.length;

const NAMES = Object.keys(TOPICS) as TopicName[];

/** The party of a user name; nothing for a name that no account has. */
export function whoIs(user: string): Who | undefined {
  if (templeId.safeParse(user).success) return { party: 'device', account: user };
  const party = ACCOUNTS.find((account) => account === user);
  return party && { party, account: user };
}

/** Whether an account may do this with a topic. The topic has no wildcards. */
export function may({ party, account }: Who, deed: Deed, topic: string): boolean {
  if (party === 'home' && deed === 'read' && topic.startsWith(HOME_REALM)) return true;
  const found = addressed(topic);
  if (found === undefined || !mayAtAll(party, deed, TOPICS[found.name])) return false;
  return party !== 'device' || !isPerTemple(found.name) || found.of === account;
}

/** Whether the filter matches any topic that the account may read. The broker drops other messages at delivery. */
export function mayListen(who: Who, filter: string): boolean {
  if (Buffer.byteLength(filter) > MOST_FILTER_BYTES) return false;
  return rulesOf(who.party, who.account).some((rule) => rule.deed === 'read' && overlap(rule.filter, filter));
}

/** The same rules as filters, for brokers with an access file. `device` stands in the place of a device's id. */
export function rulesOf(party: Party, device: string): readonly Rule[] {
  const rules = NAMES.flatMap((name) => {
    const filter = party === 'device' && isPerTemple(name) ? TOPICS[name].path.replace('<id>', device) : filterOf(name);
    const deeds = (['read', 'write'] as const).filter((deed) => mayAtAll(party, deed, TOPICS[name]));
    // An access file cannot tell writing from clearing.
    const clears = !deeds.includes('write') && mayAtAll(party, 'clear', TOPICS[name]) ? (['write'] as const) : [];
    return [...deeds, ...clears].map((deed): Rule => ({ deed, filter }));
  });
  return party === 'home' ? [...rules, { deed: 'read', filter: `${HOME_REALM}#` }] : rules;
}

/** The bridge reads all topics, its own too, and clears the topics of a forgotten temple. */
function mayAtAll(party: Party, deed: Deed, { from, readers, isRetained }: Topic): boolean {
  if (deed === 'read') return party === 'bridge' || readers.includes(party);
  return party === from || (deed === 'clear' && party === 'bridge' && isRetained && from === 'device');
}

function isPerTemple(name: TopicName): boolean {
  return TOPICS[name].path.includes('<id>');
}

/** Whether there is a topic that both filters match. A topic matches itself alone. */
export function overlap(one: string, other: string): boolean {
  const [mine, theirs] = [one.split('/'), other.split('/')];
  for (let level = 0; ; level += 1) {
    const [a, b] = [mine[level], theirs[level]];
    if (a === '#' || b === '#') return true;
    if (a === undefined || b === undefined) return a === b;
    if (a !== b && a !== '+' && b !== '+') return false;
  }
}

// The ids of the temples made here, one a line. No id is made twice, and mosquitto needs the list for its logins.

export const REGISTER_FILE = 'temples.txt';

export class BadRegister extends Error {}

export async function registeredTemples(folder: string): Promise<readonly string[]> {
  const path = join(folder, REGISTER_FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new BadRegister(`The list of temples, ${path}, cannot be read: ${error.code}.`);
  });
  const ids = text.split(/\s+/).filter(Boolean);
  const bad = ids.find((id) => !templeId.safeParse(id).success);
  if (bad === undefined) return [...new Set(ids)];
  throw new BadRegister(
    `The list of temples, ${path}, contains ${JSON.stringify(bad)}, which is not a temple's id: correct it.`,
  );
}

/** Adds the ids that are not in the list yet. */
export async function register(folder: string, ids: readonly string[]): Promise<void> {
  const known = await registeredTemples(folder);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, REGISTER_FILE), 'a', 0o600);
  try {
    await file.appendFile(added.map((id) => `${id}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

// What a client may publish: what is wrong with a message, how many packets are too many, and the counts of what was dropped.

// Finds what is wrong with a published message.

/** Larger than the payloads of temples, because Home Assistant's discovery is larger. */
export const MOST_MESSAGE_BYTES = 12_288;

/** The largest packet. A client that announces more is cut off before it is read. */
export const MOST_PACKET_BYTES = 16_384;

/** The same before the client has logged in: a CONNECT with a last will. Each property of MQTT 5 costs as much as a packet. */
export const MOST_STRANGER_BYTES = 2048;

interface Published {
  readonly topic: string;
  readonly bytes: number;
  readonly isRetained: boolean;
}

export function flawOf(who: Who, { topic, bytes, isRetained }: Published): Stray | undefined {
  if (Buffer.byteLength(topic) > MOST_TOPIC_BYTES || bytes > mostBytes(topic)) return 'too-large';
  const deed = isRetained && bytes === 0 ? 'clear' : 'write';
  if (!may(who, deed, topic)) return 'foreign-topic';
  return deed === 'write' && isRetained && !isState(topic) ? 'retained' : undefined;
}

function mostBytes(topic: string): number {
  return topic.startsWith(`${TOPIC_ROOT}/`) ? MOST_PAYLOAD_BYTES : MOST_MESSAGE_BYTES;
}

/** Commands and answers are never retained, because devices would carry them out again at every connect. */
function isState(topic: string): boolean {
  const found = addressed(topic);
  return found !== undefined && TOPICS[found.name].isRetained;
}

// Counts dropped messages and refused logins by account. Logs them once a minute, so that a flood fills no disk.

export type Counted = Stray | 'bad-password' | 'bad-client-id' | 'too-many-connections';

export interface Counts {
  count(account: string, what: Counted): void;
  /** The counts of an account since the last log line. */
  of(account: string): Readonly<Partial<Record<Counted, number>>>;
  tell(): void;
}

/** Clients choose the names, so that names beyond this number share one count. */
const MOST_ACCOUNTS = 256;

export const UNKNOWN_ACCOUNT = 'unknown';

export function createCounts(log: Logger): Counts {
  const counted = new Map<string, Partial<Record<Counted, number>>>();
  return {
    count(account, what) {
      const name = counted.has(account) || counted.size < MOST_ACCOUNTS ? account : UNKNOWN_ACCOUNT;
      const counts = counted.get(name) ?? {};
      counted.set(name, { ...counts, [what]: (counts[what] ?? 0) + 1 });
    },
    of: (account) => counted.get(account) ?? {},
    tell() {
      for (const [account, counts] of counted) log.warn({ account, ...counts }, 'dropped or refused');
      counted.clear();
    },
  };
}

/**
 * Watches incoming packets before the parser, which would wait for up to 256 MB from any client without a password.
 * Says how many packets began in a chunk; nothing once a packet is longer than `most` says at its beginning.
 */
export function packetMeter(most: () => number): (chunk: Uint8Array) => number | undefined {
  let body = 0;
  /** -1: the next byte is the first of a packet; else the weight of the next length byte, in bits. */
  let shift = -1;
  let length = 0;
  let packets = 0;

  /** Whether the packet may go on after this byte of its header. */
  function header(byte: number): boolean {
    if (shift < 0) {
      packets += 1;
      shift = 0;
      length = 0;
      return true;
    }
    length += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if ((byte & 0x80) !== 0) return shift < 28;
    body = length;
    shift = -1;
    return length <= most();
  }

  return (chunk) => {
    packets = 0;
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(body, chunk.length - at);
      body -= skipped;
      at += skipped;
      if (skipped === 0 && !header(chunk[at++] ?? 0)) return undefined;
    }
    return packets;
  };
}
