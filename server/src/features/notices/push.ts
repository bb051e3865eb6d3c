/** Notices to a browser, through the push service that it has chosen. Only the browser can read them. */
import { createECDH, createHmac } from 'node:crypto';
import type { PushKeys } from '@flower-war/protocol';
import type { Due } from '../../store/journal/noticeOutbox.ts';
import type { Pushed, PushSender, ToSend } from './attempt.ts';
import { endOf } from './standing.ts';

const CURVE = 'prime256v1';

/** A push service wants an address by https or of mail. One that leads nowhere is better than none. */
const NO_CONTACT = 'https://flower-war.invalid';

/** `key`: the private key in hex. */
export function pushSender(key: string, publicUrl: string): PushSender {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(key, 'hex');
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(key, 'hex').toString('base64url'),
    subject: publicUrl.startsWith('https:') ? publicUrl : NO_CONTACT,
  };
}

const AUTH_BYTES = 16;

/** Whether what a browser takes can be encrypted with these keys. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (!isBase64Url(p256dh) || !isBase64Url(auth) || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== UNCOMPRESSED.bytes || point[0] !== UNCOMPRESSED.mark) return false;
  try {
    return pair.computeSecret(point).length > 0;
  } catch {
    return false; // it is no point of the curve
  }
}

const UNCOMPRESSED = { bytes: 65, mark: 4 };
const isBase64Url = (text: string): boolean => /^[\w-]+$/.test(text);

interface Terms {
  /** How long the push service keeps it for a device that is off, in seconds. */
  readonly TTL: number;
  /** Whether it may wake a device that saves its battery. */
  readonly urgency: 'low' | 'normal' | 'high';
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const TERMS: Readonly<Record<ToSend['kind'], Terms>> = {
  turn: { TTL: 3 * DAY, urgency: 'high' },
  started: { TTL: DAY, urgency: 'normal' },
  paired: { TTL: HOUR, urgency: 'high' },
  ended: { TTL: 3 * DAY, urgency: 'low' },
  begins: { TTL: HOUR, urgency: 'high' },
  placed: { TTL: 3 * DAY, urgency: 'low' },
  challenged: { TTL: DAY, urgency: 'high' },
  accepted: { TTL: DAY, urgency: 'high' },
  declined: { TTL: DAY, urgency: 'low' },
  reminder: { TTL: HOUR, urgency: 'high' },
  digest: { TTL: DAY, urgency: 'normal' },
  test: { TTL: HOUR, urgency: 'high' },
  proof: { TTL: HOUR, urgency: 'high' },
};

/** What has an end is kept until then: after it no device is told, also if the push service got it late. */
function termsOf(notice: ToSend, now: number): Terms {
  const terms = TERMS[notice.kind];
  const end = notice.kind === 'reminder' ? notice.until : endOf(notice);
  if (end === Number.POSITIVE_INFINITY) return terms;
  return { TTL: Math.max(0, Math.ceil((end - now) / 1000)), urgency: terms.urgency };
}

interface Sealed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * The page shows this text, and opens the link at a tap. The link is also what replaces an older notice of the same match. The library is loaded
 * with the first message: it is large, and most servers send none.
 */
export async function pushMessage(text: string, { due, notice, link, keys, now, sender }: Pushed): Promise<Sealed> {
  const { default: webPush } = await import('web-push');
  const payload = JSON.stringify({ text, link });
  const options = Object.assign({ vapidDetails: sender, topic: topicOf(due, link) }, termsOf(notice, now));
  const { headers, body } = webPush.generateRequestDetails({ endpoint: due.url, keys }, payload, options);
  return { headers: headersOf(headers), body };
}

/** A notice that waits for a device that is off is replaced by the next one of the match. The push service learns no id. */
function topicOf({ secret }: Due, link: string): string {
  return createHmac('sha256', secret).update(link).digest('base64url').slice(0, MOST_TOPIC_LETTERS);
}

const MOST_TOPIC_LETTERS = 32;

/** In small letters. The sender says the length itself. */
function headersOf(headers: object): Readonly<Record<string, string>> {
  const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return Object.fromEntries(all.filter(([name]) => name !== 'content-length'));
}

/** The push service says so once the browser has given up the subscription. It never comes back. */
export const isGivenUp = ({ form }: Pick<Due, 'form'>, outcome: string): boolean =>
  form === 'push' && /^answered-(404|410)$/.test(outcome);
