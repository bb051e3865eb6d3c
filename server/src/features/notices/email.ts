/** Notices by e-mail: which addresses there are, what a mail holds, how it is handed to the mail server of the host, and who may cause one. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { addressKey } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import type { Caller } from '../../base/ids.ts';
import type { Stores } from '../../store/operations.ts';
import type { MailCount, StoppableRow } from '../../store/webhooks.ts';
import type { Message, Outcome, Said, SendMail } from './attempt.ts';
import type { Wishes } from './hours.ts';

export type MailSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

/** Every mail has a link that stops it, so the server must know its own address. */
export function isMailOff({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: MailSettings): boolean {
  return SMTP_URL === '' || MAIL_FROM === '' || PUBLIC_URL === '';
}

// Addresses. What mail programs read in several ways is none: no name, quote, comma, list, comment, or address of a machine.

const LONGEST_ADDRESS = 254;
const LOCAL = "[a-z0-9!#$&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const MAILTO = new RegExp(`^mailto:((?=[^@]{1,64}@)${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LABEL})$`, 'i');

/** The one address in a `mailto:`. Undefined if there is none, or anything beside it. */
export function addressIn(url: string): string | undefined {
  const address = MAILTO.exec(url)?.[1];
  const host = address?.slice(address.indexOf('@') + 1) ?? '';
  return address === undefined || address.length > LONGEST_ADDRESS || isIP(host) > 0 ? undefined : address;
}

/** All mails go to one mail server. No name of a host is like this one. */
export const MAIL_HOST = 'mailto:';

/** The text, a link to the match, and how to end it. Nothing of it comes from a player. */
export function mailOf({ text, link, subject, stop }: Said): Message {
  const parts = [`${text}\n${link}`.trim(), `-- \n${stop.text}\n${stop.link}`];
  const headers = {
    subject,
    'List-Unsubscribe': `<${stop.link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  };
  return { headers, body: `${parts.join('\n\n')}\n` };
}

// One attempt to hand a mail to the mail server.

/** Together shorter than the time of an attempt, so that a mail server that takes a mail late has mostly ended before. */
const TIMES = { connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 8000 };

interface MailingTools extends MailSettings {
  readonly now: () => number;
}

/** Never throws. Loads the mailer with the first mail: most servers send none. */
export function mailing({ SMTP_URL: url, MAIL_FROM: from, now, ...rest }: MailingTools): SendMail {
  return async ({ notice, url: to }, { headers: { subject, ...headers }, body: text }, signal) => {
    const address = addressIn(to);
    if (address === undefined) return 'not-an-address';
    if (isMailOff({ SMTP_URL: url, MAIL_FROM: from, ...rest })) return 'mail-off';
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url, requireTLS: mustEncrypt(url), ...TIMES });
    const mail = {
      from: { name: 'Flower War', address: from },
      to: { name: '', address },
      envelope: { from, to: [address] },
      subject: subject ?? '',
      headers,
      text: String(text),
      date: new Date(now()),
      messageId: `<${notice}@${from.slice(from.indexOf('@') + 1)}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    };
    return transport.sendMail(mail).then(
      () => 'delivered',
      (error: MailError) => (signal.aborted ? 'timeout' : problemIn(error)),
    );
  };
}

/** A password goes over a network only encrypted. */
function mustEncrypt(smtp: string): boolean {
  const { username, hostname } = new URL(smtp);
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

interface MailError extends Error {
  readonly code?: string;
  /** What was said when the mail server refused. */
  readonly command?: string;
  readonly responseCode?: number;
}

/**
 * `refused`: the mail server takes nothing for this address. `rejected`: it does not take this mail. Both are for good. What it says of the
 * host, such as a wrong password, may be mended.
 */
function problemIn({ code = '', command = '', responseCode = 0 }: MailError): Outcome {
  const isForGood = responseCode >= 500 && responseCode < 600;
  if (isForGood && command === 'RCPT TO') return `refused-${responseCode}`;
  if (isForGood && command === 'DATA') return `rejected-${responseCode}`;
  if (code === 'ETLS') return 'certificate';
  if (responseCode > 0) return `answered-${responseCode}`;
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
}

/** Outcomes after which another attempt is of no use. */
export const isForGood = (outcome: string): boolean => /^(refused|rejected)-/.test(outcome);

/** After this many refusals of its address in a row a webhook is paused. */
export const MOST_REFUSALS = 3;
export const isAddressRefused = (outcome: string): boolean => outcome.startsWith('refused-');

// Who may make the server write to an address, and how the person who reads that ends it.

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
