/** Who may make the server write to an address, and how the person who reads that ends it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { addressKey } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import type { Caller } from '../../base/ids.ts';
import type { Stores } from '../../store/operations.ts';
import type { MailCount, StoppableRow } from '../../store/webhooks.ts';
import { addressIn } from './email.ts';
import type { Wishes } from './hours.ts';

interface MailDoorTools {
  readonly store: Pick<Stores['webhooks'], 'countMail' | 'refuseMail' | 'stoppable'>;
  readonly config: Pick<Config, 'LIMITS'>;
  readonly now: () => number;
  /** The reader has stopped this webhook. */
  readonly stopped: (webhook: string) => Promise<void>;
}

export class MailDoor {
  private readonly tools: MailDoorTools;

  constructor(tools: MailDoorTools) {
    this.tools = tools;
  }

  /**
   * Counts the first mail to an address, or refuses it: a stranger cannot make the server write to a third person again and again.
   * Returns what has had the most, and until when.
   */
  async refusalOf(url: string, caller: Caller): Promise<{ readonly reason: string; readonly at: number } | undefined> {
    const { store, config } = this.tools;
    const now = this.tools.now();
    const counts = firstMailCounts(url, caller, config.LIMITS);
    const full = await store.countMail({ counts, now, endsAt: now + FIRST_MAILS_FOR_MS });
    return full && { reason: full.who.split(':', 1)[0] ?? '', at: full.at };
  }

  /** The language of the mails that this link stops. Undefined if it stops none. */
  async languageOf(stop: string): Promise<string | undefined> {
    const found = await this.find(stop);
    return found && (JSON.parse(found.wishes ?? '{}') as Wishes).language;
  }

  /** Ends the mails to the address of which the link tells. If it is not proven, its reader wants no code either. */
  async stop(stop: string): Promise<void> {
    const found = await this.find(stop);
    if (found === undefined) return;
    if (found.proof !== null) await this.tools.store.refuseMail(unwanted(found.url, this.tools.now()));
    await this.tools.stopped(webhookIn(stop));
  }

  private async find(stop: string): Promise<StoppableRow | undefined> {
    const webhook = webhookIn(stop);
    const found = await this.tools.store.stoppable(webhook);
    return found?.form === 'email' && isStopOf(stop, webhook, found) ? found : undefined;
  }
}

// A first mail goes to a person who may not have asked for it, so few are sent.

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_MAILS_FOR_MS = DAY_MS;

/** In a day. Several players may live behind one network. */
const MOST_FIRST_MAILS = { address: 3, player: 5, network: 20 };

/** An address whose owner stopped a first mail gets no other for so long. */
const UNWANTED = { n: 1_000_000, forMs: 365 * DAY_MS };

/** `LIMITS` scales what a player and a network may cause, and never what an address gets. */
function firstMailCounts(url: string, { player, address }: Caller, scale: number): readonly MailCount[] {
  const most = (usual: number) => Math.max(1, usual * scale);
  const network = `network:${hashOf(addressKey(address))}`;
  const own = [
    { who: `player:${hashOf(player)}`, most: most(MOST_FIRST_MAILS.player) },
    { who: network, most: most(MOST_FIRST_MAILS.network) },
  ];
  return [{ who: mailbox(url), most: MOST_FIRST_MAILS.address }, ...(scale > 0 ? own : [])];
}

function unwanted(url: string, now: number) {
  return { who: mailbox(url), n: UNWANTED.n, endsAt: now + UNWANTED.forMs };
}

/** Many mail servers ignore case, and what follows a plus. */
function mailbox(url: string): string {
  return `address:${hashOf((addressIn(url) ?? '').toLowerCase().replace(/\+[^@]*/, ''))}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

// The link that stops the mails. Its key is made of the secret of the webhook, so nothing beside that must be kept.

const KEY_LETTERS = 24;

export function stopOf(webhook: string, secret: string): string {
  const key = createHmac('sha256', secret).update(`stop ${webhook}`).digest('base64url');
  return `${webhook}.${key.slice(0, KEY_LETTERS)}`;
}

const webhookIn = (stop: string): string => stop.split('.', 1)[0] ?? '';

function isStopOf(stop: string, webhook: string, { secret }: Pick<StoppableRow, 'secret'>): boolean {
  const [given, right] = [Buffer.from(stop), Buffer.from(stopOf(webhook, secret))];
  return given.length === right.length && timingSafeEqual(given, right);
}
