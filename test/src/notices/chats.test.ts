/** Notices to chat services: what each is sent, after its code was entered, and of which matches. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AddedWebhook, FlowerWarClient, MatchSummary, NewWebhook } from '@flower-war/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { closing, house, person, seatedAlone, serveThisFile } from '../sdk/house.ts';
import { asking, OPERATOR_TOKEN } from '../support/api.ts';

const PUBLIC_URL = 'https://play.example.org';
const CODE = /\b[0-9A-Z]{8}\b/;
const ask = asking(() => house.url);
let ana: FlowerWarClient;

beforeEach(async () => {
  ana = await person('Ana');
});

interface Post {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A chat service on this machine. */
async function newChat() {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      posts.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing({ close: () => void server.close() });
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat?chat_id=-100` };
}

type Chat = Awaited<ReturnType<typeof newChat>>;

async function added(chat: Chat, wanted: Omit<NewWebhook, 'url'>): Promise<AddedWebhook> {
  const before = chat.posts.length;
  const hook = await ana.account.addWebhook(chat.url, wanted);
  await expect.poll(() => chat.posts.length).toBe(before + 1);
  return hook;
}

async function proven(chat: Chat, wanted: Omit<NewWebhook, 'url'>): Promise<AddedWebhook> {
  const hook = await added(chat, wanted);
  await ana.account.proveWebhook(hook.webhook, CODE.exec(chat.posts.at(-1)!.body)![0]);
  return hook;
}

/** A match that begins at once. Ana has a seat, but no socket. */
const newMatch = () => seatedAlone(ana, { bots: [{ bot: 'random' }] });

const endOf = ({ match }: MatchSummary) =>
  ask(`POST /api/operator/matches/${match}/end`, { token: OPERATOR_TOKEN, body: {} });

describe('a chat', () => {
  serveThisFile({ WEBHOOKS: 'any', OPERATOR_TOKEN, PUBLIC_URL });

  const turn = (match: string) => `It is your turn in Tieqchieq (match ${match}). ${PUBLIC_URL}/?match=${match}`;
  const bodies: Readonly<Record<string, (match: string) => unknown>> = {
    discord: (match) => ({ content: turn(match), allowed_mentions: { parse: [] } }),
    slack: (match) => ({ text: turn(match) }),
    telegram: (match) => ({ chat_id: '-100', text: turn(match) }),
  };
  for (const form of ['discord', 'slack', 'telegram'] as const)
    test(`${form} gets the body that it takes`, async () => {
      const chat = await newChat();
      await proven(chat, { form, events: ['turn'] });
      const { match } = await newMatch();
      await expect.poll(() => chat.posts.length).toBe(2);
      const { body, headers, url } = chat.posts[1]!;
      expect(JSON.parse(body)).toEqual(bodies[form]!(match));
      expect(headers).toMatchObject({ 'content-type': 'application/json' });
      expect(headers).not.toHaveProperty('flower-war-signature');
      expect(url).toBe('/chat?chat_id=-100');
    });

  test('ntfy gets a plain text, and where a tap leads', async () => {
    const chat = await newChat();
    await proven(chat, { form: 'ntfy', language: 'es', events: ['turn'] });
    const { match } = await newMatch();
    await expect.poll(() => chat.posts.length).toBe(2);
    const { body, headers } = chat.posts[1]!;
    expect(body).toBe(`Te toca en Tieqchieq (partida ${match}).`);
    expect(headers).toMatchObject({
      click: `${PUBLIC_URL}/?match=${match}`,
      'content-type': 'text/plain; charset=utf-8',
    });
  });

  test('is told in German, and in English what no language has', async () => {
    const chat = await newChat();
    const { webhook } = await proven(chat, { form: 'slack', language: 'de' });
    await ana.account.testWebhook(webhook);
    await expect.poll(() => chat.posts.length).toBe(2);
    const other = await proven(chat, { form: 'slack', language: 'xx' });
    await ana.account.testWebhook(other.webhook);
    await expect.poll(() => chat.posts.length).toBe(4);
    const texts = chat.posts.map(({ body }) => JSON.parse(body).text as string);
    expect(texts[1]).toMatch(/^Hier .*Benachrichtigungen/);
    expect(texts[3]).toBe('Notices of your matches arrive here.');
  });

  test('gets nothing but a code until its code is entered, and a stranger cannot enter it', async () => {
    const chat = await newChat();
    const { webhook } = await added(chat, { form: 'slack', events: ['started'] });
    const [code] = CODE.exec(chat.posts[0]!.body)!;
    expect(await ana.account.webhooks()).toMatchObject([{ isProven: false, form: 'slack', language: 'en' }]);
    await newMatch();
    await expect(ana.account.testWebhook(webhook)).rejects.toMatchObject({ code: 'unproven-webhook' });
    await expect(ana.account.proveWebhook(webhook, 'WRONG123')).rejects.toMatchObject({ code: 'wrong-webhook-code' });
    const eve = await person('Eve');
    await expect(eve.account.proveWebhook(webhook, code)).rejects.toMatchObject({ code: 'no-such-webhook' });
    await ana.account.proveWebhook(webhook, code.toLowerCase());
    await ana.account.proveWebhook(webhook, 'once more');
    const { match } = await newMatch();
    await expect.poll(() => chat.posts.length).toBe(2);
    expect(chat.posts[1]!.body).toContain(match);
  });

  test('cannot be guessed at: after too many wrong codes no code is looked at', async () => {
    const chat = await newChat();
    const { webhook } = await added(chat, { form: 'discord' });
    const refused = new Set<string>();
    for (let n = 0; n < 30; n++)
      await ana.account.proveWebhook(webhook, `WRONG${n}`).catch(({ code }) => refused.add(code));
    expect([...refused]).toEqual(['wrong-webhook-code', expect.stringMatching(/^too-many/)]);
    expect(await ana.account.webhooks()).toMatchObject([{ isProven: false }]);
  });

  test.each([false, true])(
    'of one match hears of that one alone, and makes room when it is over; forgotten: %s',
    async (isForgotten) => {
      const chat = await newChat();
      const match = await newMatch();
      await proven(chat, { form: 'slack', match: match.match, events: ['ended'] });
      await endOf(await newMatch());
      await endOf(match);
      await expect.poll(() => chat.posts.length).toBe(2);
      expect(chat.posts[1]!.body).toContain(`Tieqchieq is over (match ${match.match}).`);
      await expect.poll(async () => (await ana.account.webhooks())[0]?.pending).toBe(0);
      if (isForgotten) await house.server.services.journal.forgetMatch(match.match);
      await ana.account.addWebhook(chat.url);
      expect((await ana.account.webhooks()).map(({ form }) => form)).toEqual(['signed']);
    },
  );

  test('is quiet in the hours that its player wants, and hears nothing of a turn after which the player was back', async () => {
    const chat = await newChat();
    const now = new Date().getUTCHours();
    const quiet = { from: now, to: (now + 3) % 24, zone: 'UTC' };
    await proven(chat, { form: 'slack', quiet });
    expect(await ana.account.webhooks()).toMatchObject([{ quiet }]);
    const { match } = await newMatch();
    const pending = async () => (await ana.account.webhooks())[0]?.pending;
    await expect.poll(pending).toBe(2);
    house.server.services.notices.isBack(ana.session!.player, match);
    await expect.poll(pending).toBe(1);
    expect(chat.posts).toHaveLength(1);
  });

  test('needs a chat, and a match that is there', async () => {
    const { url } = await newChat();
    await expect(ana.account.addWebhook(url.replace('chat_id', 'x'), { form: 'telegram' })).rejects.toMatchObject({
      code: 'bad-webhook',
      reason: 'no-chat',
    });
    await expect(ana.account.addWebhook(url, { match: 'NOTTHERE' })).rejects.toMatchObject({ code: 'no-such-match' });
    expect(await ana.account.webhooks()).toEqual([]);
  });
});

describe('where only public addresses are allowed', () => {
  serveThisFile({}, { resolve: async () => ['10.0.0.1'] });

  test('a chat inside is sent not even a code', async () => {
    for (const form of ['discord', 'slack', 'ntfy'] as const)
      await expect(ana.account.addWebhook('https://chat.example/', { form })).rejects.toMatchObject({
        code: 'bad-webhook',
        reason: 'private-address',
      });
  });
});
