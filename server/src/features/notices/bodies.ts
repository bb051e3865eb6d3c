/** What is sent for a notice: our signed JSON, or a text in the person's language, as a chat service takes it. */
import { createHmac } from 'node:crypto';
import {
  type Notice,
  NOTICE_HEADER,
  type PushKeys,
  type QuietHours,
  SIGNATURE_HEADER,
  type WebhookForm,
} from '@flower-war/protocol';
import { PAGES } from '@flower-war/protocol/pages';
import { loadWords, type Words } from '@flower-war/words';
import type { Due } from '../../store/journal/noticeOutbox.ts';
import { type PushSender, pushMessage } from './push.ts';
import { NOTICES, type NoticeTexts } from './texts.ts';

/** The first message to a chat service says a code, which its owner enters. */
export interface ProofNotice {
  readonly id: string;
  readonly kind: 'proof';
  readonly at: number;
  readonly code: string;
}

/** What the player wishes of a webhook, beside its events. Kept as JSON. */
export interface Wishes {
  readonly language?: string;
  readonly quiet?: QuietHours;
  /** Of a browser's subscription. */
  readonly keys?: PushKeys;
}

const QUARTER_MS = 15 * 60 * 1000;

/** The first moment from this one on that is not quiet. All zones change their hour at a quarter of an hour. */
export function afterQuiet(at: number, { quiet }: Wishes): number {
  if (quiet === undefined) return at;
  const { from, to, zone } = quiet;
  const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone });
  const isQuiet = (when: number) => {
    const hour = Number(clock.format(when));
    return from < to ? hour >= from && hour < to : hour >= from || hour < to;
  };
  let when = at;
  while (isQuiet(when)) when = (Math.floor(when / QUARTER_MS) + 1) * QUARTER_MS;
  return when;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

interface Around {
  readonly publicUrl: string;
  readonly now: number;
  readonly push: PushSender;
}

export async function messageOf(due: Due, { publicUrl, now, push }: Around): Promise<Message> {
  const { body, notice, secret } = due;
  const form = due.form as WebhookForm;
  const headers = { [NOTICE_HEADER]: notice };
  if (form === 'signed')
    return { headers: { ...headers, ...JSON_TYPE, [SIGNATURE_HEADER]: signatureOf(body, secret, now) }, body };
  const { language = '', keys = NO_KEYS } = JSON.parse(due.wishes) as Wishes;
  const told = JSON.parse(body) as Notice | ProofNotice;
  const message = FORMS[form]({
    text: textOf(told, await loadWords(language)),
    link: linkOf(told, publicUrl),
    url: due.url,
    pushed: { due, notice: told, keys, link: pathOf(told), sender: push },
  });
  return { headers: { ...headers, ...message.headers }, body: message.body };
}

interface Said {
  readonly text: string;
  /** Empty if the host has not set the public address of the server. */
  readonly link: string;
  readonly url: string;
  readonly pushed: Omit<Parameters<typeof pushMessage>[0], 'text'>;
}

/** Only the form `push` uses them, and it is never without its own. */
const NO_KEYS: PushKeys = { p256dh: '', auth: '' };

const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain; charset=utf-8' };
const json = (body: object): Message => ({ headers: JSON_TYPE, body: JSON.stringify(body) });
const whole = ({ text, link }: Said): string => `${text} ${link}`.trim();
export const chatIn = (url: string): string | null => new URL(url).searchParams.get('chat_id');

/** Nothing in a text is a mention or a mark-up: it holds names of games, ids of matches, codes and our own address alone. */
const FORMS: Readonly<Record<Exclude<WebhookForm, 'signed'>, (said: Said) => Message>> = {
  discord: (said) => json({ content: whole(said), allowed_mentions: { parse: [] } }),
  slack: (said) => json({ text: whole(said) }),
  telegram: (said) => json({ chat_id: chatIn(said.url), text: whole(said) }),
  push: ({ text, pushed }) => pushMessage(Object.assign({ text }, pushed)),
  ntfy: ({ text, link }) => ({ headers: { ...TEXT_TYPE, ...(link !== '' && { click: link }) }, body: text }),
};

function textOf(told: Notice | ProofNotice, words: Words): string {
  const texts = noticeTexts(words);
  if (told.kind === 'proof') return texts.proof(told.code);
  if (told.kind === 'test') return texts.test;
  const games: Readonly<Record<string, string>> = words.screen.names.games;
  return texts[told.kind](games[told.game] ?? told.game, 'match' in told ? told.match : '');
}

/** What is not there in a language that is a file is English. */
const noticeTexts = ({ language, translate }: Words): NoticeTexts =>
  translate?.(`page.${NOTICES.of}`, NOTICES.en) ?? (language === 'es' ? NOTICES.es : NOTICES.en);

const linkOf = (told: Notice | ProofNotice, publicUrl: string): string =>
  publicUrl === '' || !('game' in told) ? '' : publicUrl + pathOf(told);

/** Where on the page one reads on. */
function pathOf(told: Notice | ProofNotice): string {
  if ('match' in told) return `${PAGES.home}?match=${encodeURIComponent(told.match)}`;
  return 'challenge' in told ? `${PAGES.me}?challenge=${encodeURIComponent(told.challenge)}` : PAGES.me;
}

/** Signs a notice and its time, so that receivers know its sender and age. The SDK's `verifyNotice` checks it. */
export function signatureOf(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
