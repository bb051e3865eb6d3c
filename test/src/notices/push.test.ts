/** Notices to browsers: what a push service is sent, who can read it, and what becomes of a subscription that is given up. */
import type { FlowerWarClient } from '@flower-war/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { closing, house, person, seatedAlone, serveThisFile } from '../sdk/house.ts';
import { asking, OPERATOR_TOKEN } from '../support/api.ts';
import { newPushBrowser, vapidOf } from '../support/receivers.ts';

const PUBLIC_URL = 'https://play.example.org';
const ask = asking(() => house.url);
let ana: FlowerWarClient;

beforeEach(async () => {
  ana = await person('Ana');
});

const newBrowser = async () => closing(await newPushBrowser());

/** A match that begins at once. Ana has a seat, but no socket. */
const newMatch = () => seatedAlone(ana, { bots: [{ bot: 'random' }] });

describe('a browser', () => {
  serveThisFile({ WEBHOOKS: 'any', OPERATOR_TOKEN, PUBLIC_URL });

  test('gets text and link, sealed for it alone, signed by this server, and needs no code', async () => {
    const began = Math.floor(Date.now() / 1000);
    const browser = await newBrowser();
    const hook = await ana.account.addPush(browser, { language: 'es', events: ['turn'] });
    expect(hook).toMatchObject({ form: 'push', isProven: true, url: browser.endpoint });
    expect(JSON.stringify([hook, await ana.account.webhooks(), await ana.account.exportData()])).not.toContain(
      browser.keys.auth,
    );
    const { match } = await newMatch();
    await expect.poll(() => browser.pushed.length).toBe(1);
    const [one] = browser.pushed;
    expect(JSON.parse(browser.read(one!))).toEqual({
      text: `Te toca en Tieqchieq (partida ${match}).`,
      link: `/?match=${match}`,
    });
    expect(one!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200', urgency: 'high' });
    expect(one!.body.length).toBeLessThan(400);
    expect(JSON.stringify(one!.headers) + one!.body.toString('latin1')).not.toContain(match);
    const { aud, sub, exp } = vapidOf(one!, await ana.account.pushKey());
    expect([aud, sub]).toEqual([browser.origin, PUBLIC_URL]);
    expect(exp).toBeGreaterThan(began);
    expect(exp).toBeLessThanOrEqual(began + 24 * 3600);
    const forged = Buffer.from(one!.body);
    forged[forged.length - 1]! ^= 1;
    expect(() => browser.read({ ...one!, body: forged })).toThrow();
  });

  test('whose notices of one match replace each other, and no other ones', async () => {
    const browser = await newBrowser();
    const { webhook } = await ana.account.addPush(browser, { events: ['started', 'ended'] });
    const [first, second] = [await newMatch(), await newMatch()];
    await ask(`POST /api/operator/matches/${first.match}/end`, { token: OPERATOR_TOKEN, body: {} });
    await ana.account.testWebhook(webhook);
    await expect.poll(() => browser.pushed.length).toBe(4);
    const topics = new Map(browser.pushed.map((one) => [browser.read(one), one.headers['topic']]));
    const topicsOf = (what: string) => [...topics].flatMap(([text, topic]) => (text.includes(what) ? [topic] : []));
    expect(topicsOf(first.match)).toHaveLength(2);
    expect(new Set(topicsOf(first.match)).size).toBe(1);
    expect(new Set(topics.values()).size).toBe(3);
    expect(topicsOf(second.match)[0]).toMatch(/^[\w-]{1,32}$/);
  });

  test.each([404, 410])('that has given up its subscription (%i) is forgotten at once', async (status) => {
    const browser = await newBrowser();
    browser.answers.push(500, status);
    const { webhook } = await ana.account.addPush(browser);
    await ana.account.testWebhook(webhook);
    await expect.poll(() => browser.pushed.length).toBe(1);
    expect(await ana.account.webhooks()).toHaveLength(1);
    await ana.account.testWebhook(webhook);
    await expect.poll(() => ana.account.webhooks(), { timeout: 15_000 }).toEqual([]);
    await newMatch();
    await ana.account.addPush(browser, { events: ['started'] });
    await newMatch();
    await expect.poll(() => browser.pushed.length).toBe(3);
  });

  test('must have keys of its own', async () => {
    const browser = await newBrowser();
    const { p256dh, auth } = browser.keys;
    const point = Buffer.from(p256dh, 'base64url');
    const wrong = [
      { p256dh: '', auth: '' },
      { p256dh, auth: `${auth}AAAA` },
      { p256dh, auth: `${auth.slice(0, -1)}!` },
      { p256dh: point.subarray(1).toString('base64url'), auth },
      { p256dh: Buffer.from(point).fill(7, 33).toString('base64url'), auth },
      ...[6, 7].map((kind) => ({
        p256dh: Buffer.concat([Buffer.of(kind), point.subarray(1)]).toString('base64url'),
        auth,
      })),
    ];
    const refused = { code: 'bad-webhook', reason: 'no-keys' };
    for (const keys of wrong)
      await expect(ana.account.addPush({ endpoint: browser.endpoint, keys })).rejects.toMatchObject(refused);
    await expect(ana.account.addWebhook(browser.endpoint, { form: 'push' })).rejects.toMatchObject(refused);
    await expect(
      ana.account.addPush({ endpoint: browser.endpoint, keys: { p256dh: 'A'.repeat(200), auth } }),
    ).rejects.toMatchObject({ code: 'bad-request' });
    expect(await ana.account.webhooks()).toEqual([]);
  });
});

describe('where only public addresses are allowed', () => {
  serveThisFile({}, { resolve: async () => ['10.0.0.1'] });

  test('no push service inside is called', async () => {
    const { keys } = await newBrowser();
    for (const [endpoint, reason] of [
      ['https://push.example/1', 'private-address'],
      ['http://push.example/1', 'not-https'],
      ['https://127.0.0.1/1', 'private-address'],
    ] as const)
      await expect(ana.account.addPush({ endpoint, keys })).rejects.toMatchObject({ code: 'bad-webhook', reason });
  });
});

describe('where notices are off', () => {
  serveThisFile({ WEBHOOKS: 'off' });

  test('no browser is told a key', async () => {
    await expect(ana.account.pushKey()).rejects.toMatchObject({ code: 'webhooks-off' });
  });
});
