/** What is sent for a notice: our signed JSON, or a text in the person's language, as a chat service takes it. */
import { createHmac } from 'node:crypto';
import { NOTICE_HEADER, pathTo, type PushKeys, SIGNATURE_HEADER, type WebhookForm } from '@flower-war/protocol';
import { PAGES } from '@flower-war/protocol/pages';
import { loadWords, type Words } from '@flower-war/words';
import type { Due } from '../../store/journal/noticeOutbox.ts';
import type { Digest, Message, Place, PushSender, Said, Told } from './attempt.ts';
import { mailOf } from './email.ts';
import { hoursUntil, type Wishes } from './hours.ts';
import { stopOf } from './mailDoor.ts';
import { pushMessage } from './push.ts';
import { NOTICES, type NoticeTexts } from './texts.ts';

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
  const told = JSON.parse(body) as Told;
  const words = await loadWords(language);
  const texts = noticeTexts(words);
  const stop = pathTo('stopNotices', { stop: stopOf(due.webhook, secret) });
  const message = FORMS[form]({
    text: textOf(told, { words, publicUrl, now }),
    link: linkOf(told, publicUrl),
    url: due.url,
    pushed: { due, notice: told, keys, link: pathOf(told), sender: push },
    subject: `Flower War: ${texts.subjects[told.kind]}`,
    stop: { text: texts.stop, link: publicUrl + stop },
  });
  return { headers: { ...headers, ...message.headers }, body: message.body };
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
  push: ({ text, pushed }) => pushMessage(text, pushed),
  ntfy: ({ text, link }) => ({ headers: { ...TEXT_TYPE, ...(link !== '' && { click: link }) }, body: text }),
  email: mailOf,
};

interface Telling extends Omit<Around, 'push'> {
  readonly words: Words;
}

function textOf(told: Told, { words, publicUrl, now }: Telling): string {
  const texts = noticeTexts(words);
  const games: Readonly<Record<string, string>> = words.screen.names.games;
  const name = (game: string) => games[game] ?? game;
  switch (told.kind) {
    case 'proof':
      return texts.proof(told.code);
    case 'test':
      return texts.test;
    case 'digest':
      return digestText(told, (kind, place) =>
        `${texts[kind](name(place.game), place.match)} ${publicUrl && publicUrl + pathOf(place)}`.trim(),
      );
    case 'reminder':
      return texts.reminder(name(told.game), told.match, hoursUntil(told.until, now));
    case 'challenged':
    case 'declined':
      return texts[told.kind](name(told.game));
    case 'turn':
    case 'started':
    case 'ended':
    case 'paired':
    case 'accepted':
      return texts[told.kind](name(told.game), told.match);
  }
}

type Line = (kind: 'turn' | 'started' | 'ended', place: Place) => string;

/** A chat takes some thousand characters, and no person reads more. */
const MOST_LINES = 20;

function digestText({ turns, started, ended }: Digest, line: Line): string {
  const lines = [
    ...turns.map((place) => line('turn', place)),
    ...started.map((place) => line('started', place)),
    ...ended.map((place) => line('ended', place)),
  ];
  return [...lines.slice(0, MOST_LINES), ...(lines.length > MOST_LINES ? ['…'] : [])].join('\n');
}

/** What is not there in a language that is a file is English. */
export const noticeTexts = ({ language, translate }: Words): NoticeTexts =>
  translate?.(`page.${NOTICES.of}`, NOTICES.en) ?? (language === 'es' ? NOTICES.es : NOTICES.en);

const linkOf = (told: Told, publicUrl: string): string =>
  publicUrl === '' || !('game' in told) ? '' : publicUrl + pathOf(told);

/** Where on the page one reads on. */
function pathOf(told: Told | Place): string {
  if ('match' in told) return `${PAGES.home}?match=${encodeURIComponent(told.match)}`;
  return 'challenge' in told ? `${PAGES.me}?challenge=${encodeURIComponent(told.challenge)}` : PAGES.me;
}

/** Signs a notice and its time, so that receivers know its sender and age. The SDK's `verifyNotice` checks it. */
export function signatureOf(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
