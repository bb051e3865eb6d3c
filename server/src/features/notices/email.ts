/** Notices by e-mail: which addresses there are, what a mail holds, and how it is handed to the mail server of the host. */
import { isIP } from 'node:net';
import type { Config } from '../../base/config.ts';
import type { Message, Outcome, Said, SendMail } from './attempt.ts';

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

/** After so many refusals of its address in a row a webhook is paused. */
export const MOST_REFUSALS = 3;
export const isAddressRefused = (outcome: string): boolean => outcome.startsWith('refused-');
