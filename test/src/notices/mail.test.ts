/** Notices by e-mail, with a real mail server: what a mail holds, to whom it goes, and how it ends. */
import type { AddedWebhook, FlowerWarClient, MatchSummary, NewWebhook } from '@flower-war/client';
import type { Parts } from '@flower-war/server';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closing, house, person, seatedAlone, serveThisFile } from '../sdk/house.ts';
import { asking, OPERATOR_TOKEN } from '../support/api.ts';
import { type Mail, PostOffice, Receiver } from '../support/receivers.ts';

const PUBLIC_URL = 'https://play.example.org';
const MAIL_FROM = 'notices@example.org';
const CODE = /\b[0-9A-Z]{8}\b/;
const ask = asking(() => house.url);
const clock = { now: Date.UTC(2026, 10, 27, 12) };
const office = await PostOffice.open();
let ana: FlowerWarClient;
let box = 0;

afterAll(() => office.close());
beforeEach(async () => {
  ana = await person('Ana');
  office.answer = () => 250;
  office.sender = 250;
  office.content = 250;
  clock.now += 2 * 86_400_000; // first mails are counted for a day
});

const newAddress = () => `ana.${++box}@example.org`;

async function added(address: string, wanted: Omit<NewWebhook, 'url'> = {}): Promise<AddedWebhook> {
  return ana.account.addWebhook(`mailto:${address}`, { form: 'email', ...wanted });
}

async function mailsTo(address: string, count: number): Promise<readonly Mail[]> {
  await expect.poll(() => office.to(address).length).toBe(count);
  return office.to(address);
}

async function proven(address: string, wanted: Omit<NewWebhook, 'url'> = {}): Promise<AddedWebhook> {
  const hook = await added(address, wanted);
  const [first] = await mailsTo(address, 1);
  await ana.account.proveWebhook(hook.webhook, CODE.exec(first!.text)![0]);
  return hook;
}

/** A match that begins at once. Ana has a seat, but no socket. */
const newMatch = (wanted: object = {}) => seatedAlone(ana, { bots: [{ bot: 'random' }], ...wanted });

const endOf = ({ match }: MatchSummary) =>
  ask(`POST /api/operator/matches/${match}/end`, { token: OPERATOR_TOKEN, body: {} });

const linkIn = ({ headers }: Mail) => new URL(/^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '')![1]!);
const at = (link: URL) => `${house.url}${link.pathname}`;
const stateOf = async ({ webhook }: AddedWebhook) =>
  (await ana.account.webhooks()).find((one) => one.webhook === webhook);

/** The clock goes on, and the server looks at what is due. */
function pass(ms: number): void {
  clock.now += ms;
  house.server.services.notices.sender.wake();
}

describe('where the host has set up e-mail', () => {
  const settings = { WEBHOOKS: 'any', OPERATOR_TOKEN, PUBLIC_URL, MAIL_FROM, SMTP_URL: office.url, LIMITS: '1' };
  // The clock of the tests leaps, and the server must not take that for an outage whose time it gives back.
  const journal: Parts['journal'] = (real) => Object.assign(real, { lostSince: async () => 0 });
  serveThisFile(settings, { now: () => clock.now, journal });

  test('a mail says in plain text what happened, to one address, with a link that ends it', async () => {
    const address = newAddress();
    const { url } = await proven(address, { events: ['turn'], language: 'es' });
    expect(url).toBe(`mailto:${address}`);
    const { match } = await newMatch();
    const [, mail] = await mailsTo(address, 2);
    const link = linkIn(mail!);
    expect(mail!.text).toBe(`Te toca en Tieqchieq (partida ${match}).
${PUBLIC_URL}/?match=${match}

-- 
Para no recibir más de estos correos:
${link}
`);
    expect(mail!).toMatchObject({ from: MAIL_FROM, to: [address] });
    expect(mail!.headers).toMatchObject({
      from: `Flower War <${MAIL_FROM}>`,
      to: address,
      subject: 'Flower War: te toca',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(link.origin).toBe(PUBLIC_URL);
    expect(mail!.source).not.toMatch(/^(cc|bcc):/im);
  });

  test('nothing but a code arrives until the code is entered, and a player cannot enter a guess', async () => {
    const address = newAddress();
    const hook = await added(address, { events: ['started'] });
    await mailsTo(address, 1);
    await newMatch();
    await expect(ana.account.testWebhook(hook.webhook)).rejects.toMatchObject({ code: 'unproven-webhook' });
    await expect(ana.account.proveWebhook(hook.webhook, 'WRONG123')).rejects.toMatchObject({
      code: 'wrong-webhook-code',
    });
    await ana.account.proveWebhook(hook.webhook, CODE.exec(office.to(address)[0]!.text)![0]);
    const { match } = await newMatch();
    const [, mail] = await mailsTo(address, 2);
    expect(mail!.text).toContain(match);
  });

  test.each([
    'mailto:',
    'mailto:ana',
    'mailto:ana@localhost',
    'mailto:ana@127.0.0.1',
    'mailto:ana@[127.0.0.1]',
    'mailto:ana@example.org,eve@example.org',
    'mailto:ana@example.org?bcc=eve@example.org',
    'mailto:ana@example.org%0aBcc:eve@example.org',
    'mailto:ana@example.org\r\nBcc: eve@example.org',
    'mailto:"ana b"@example.org',
    'mailto:Ana <ana@example.org>',
    'mailto:ana@example.org (x)',
    'mailto:ana@@example.org',
    'mailto:.ana@example.org',
    'mailto:ana@-example.org',
    `mailto:${'a'.repeat(65)}@example.org`,
    `mailto:ana@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.org`,
    'https://example.org/',
    'ana@example.org',
  ])('%j is not an address to which a mail goes', async (url) => {
    const tried = office.tries;
    await expect(ana.account.addWebhook(url, { form: 'email' })).rejects.toMatchObject({
      code: 'bad-webhook',
      reason: 'not-an-address',
    });
    expect(office.tries).toBe(tried);
  });

  test('a mailto is not an address of a program', async () => {
    for (const form of ['signed', 'slack'] as const)
      await expect(ana.account.addWebhook('mailto:ana@example.org', { form })).rejects.toMatchObject({
        code: 'bad-webhook',
      });
  });

  test('a stranger cannot write to a third person again and again', async () => {
    const address = newAddress();
    const other = (n: number) => address.toUpperCase().replace('@', `+${n}@`);
    for (let n = 0; n < 3; n++) await (await person('Eve')).account.addWebhook(`mailto:${other(n)}`, { form: 'email' });
    await expect(
      (await person('Eve')).account.addWebhook(`mailto:${address}`, { form: 'email' }),
    ).rejects.toMatchObject({
      code: 'too-many-mails',
      reason: 'address',
    });
    clock.now += 86_400_001;
    await (await person('Eve')).account.addWebhook(`mailto:${address}`, { form: 'email' });
    await mailsTo(address, 1);
  });

  test('one player, and one network, can write to few', async () => {
    const eve = await person('Eve');
    const write = (to: FlowerWarClient) => to.account.addWebhook(`mailto:${newAddress()}`, { form: 'email' });
    for (let n = 0; n < 5; n++) await write(eve);
    await expect(write(eve)).rejects.toMatchObject({ code: 'too-many-mails', reason: 'player' });
    for (let n = 0; n < 15; n++) await write(await person('Eve'));
    await expect(write(await person('Eve'))).rejects.toMatchObject({ code: 'too-many-mails', reason: 'network' });
  });

  test('looking at the link stops nothing, a click does, at once and for a reader who is not signed in', async () => {
    const address = newAddress();
    const hook = await proven(address, { events: ['ended'] });
    const link = at(linkIn(office.to(address)[0]!));
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<form method="post">');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await stateOf(hook)).not.toHaveProperty('paused');
    const body = 'List-Unsubscribe=One-Click';
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await fetch(link, { method: 'POST', body, headers: type })).status).toBe(200);
    expect(await stateOf(hook)).toMatchObject({ paused: 'stopped', pending: 0 });
    await endOf(await newMatch());
    await expect(ana.account.testWebhook(hook.webhook)).rejects.toMatchObject({ code: 'paused-webhook' });
    await proven(newAddress()); // so much later
    expect(office.to(address)).toHaveLength(1);
  });

  test('what waits is not sent any more once it is stopped', async () => {
    const address = newAddress();
    const hook = await proven(address, { quiet: { from: 12, to: 14, zone: 'UTC' } });
    await newMatch();
    await expect.poll(async () => (await stateOf(hook))?.pending).toBe(2);
    await fetch(at(linkIn(office.to(address)[0]!)), { method: 'POST' });
    expect(await stateOf(hook)).toMatchObject({ pending: 0 });
  });

  test('a wrong key stops nothing, and no answer tells whether there was anything to stop', async () => {
    const address = newAddress();
    const hook = await proven(address);
    const link = at(linkIn(office.to(address)[0]!));
    const wrong = link.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    const answers = async (method: string, url: string) => {
      const answer = await fetch(url, { method });
      return [answer.status, await answer.text()];
    };
    for (const url of [wrong, `${house.url}/api/notices/x`, `${house.url}/api/notices/${hook.webhook}.`]) {
      expect(await answers('GET', url)).toEqual(await answers('GET', link));
      expect(await answers('POST', url)).toEqual([200, expect.stringContaining('no more notices')]);
    }
    expect(await stateOf(hook)).not.toHaveProperty('paused');
    const right = await answers('POST', link);
    expect(await answers('POST', link)).toEqual(right);
    expect(await answers('POST', wrong)).toEqual(right);
  });

  test('a person who did not ask for a first mail and stops it gets no other', async () => {
    const address = newAddress();
    await added(address);
    const [first] = await mailsTo(address, 1);
    await fetch(at(linkIn(first!)), { method: 'POST' });
    clock.now += 30 * 86_400_000;
    const eve = await person('Eve');
    await expect(eve.account.addWebhook(`mailto:${address}`, { form: 'email' })).rejects.toMatchObject({
      code: 'too-many-mails',
      reason: 'address',
    });
  });

  test('an address that is refused for good is not tried again, and after three times gets nothing more', async () => {
    const address = newAddress();
    const hook = await proven(address);
    office.answer = () => 550;
    for (let n = 1; n <= 3; n++) {
      await ana.account.testWebhook(hook.webhook);
      await expect.poll(async () => (await stateOf(hook))?.failed).toBe(n);
      pass(3_600_000);
    }
    expect(await stateOf(hook)).toMatchObject({ paused: 'refused', lastFailure: { reason: 'refused-550' } });
    await expect(ana.account.testWebhook(hook.webhook)).rejects.toMatchObject({ code: 'paused-webhook' });
  });

  test('a refusal for now is tried again, and one that concerns the host or the mail does not end the address', async () => {
    const address = newAddress();
    const hook = await proven(address);
    office.answer = () => 451;
    await ana.account.testWebhook(hook.webhook);
    await expect.poll(async () => (await stateOf(hook))?.lastFailure?.reason).toBe('answered-451');
    office.answer = () => 250;
    office.sender = 550;
    pass(10_000);
    await expect.poll(async () => (await stateOf(hook))?.lastFailure?.reason).toBe('answered-550');
    office.sender = 250;
    pass(20_000);
    await mailsTo(address, 2);
    office.content = 550;
    for (let n = 1; n <= 4; n++) {
      await ana.account.testWebhook(hook.webhook);
      await expect.poll(async () => (await stateOf(hook))?.failed).toBe(n);
    }
    expect(await stateOf(hook)).toMatchObject({ lastFailure: { reason: 'rejected-550' } });
    expect(await stateOf(hook)).not.toHaveProperty('paused');
  });

  test('matches that differ in what is hidden are told in the same words, and no name of a player is among them', async () => {
    const address = newAddress();
    await ana.account.choose('Ana of the lake');
    await proven(address, { events: ['turn', 'ended'] });
    const texts: string[] = [];
    for (let n = 0; n < 2; n++) {
      const made = await newMatch();
      const mails = await mailsTo(address, 2 + 2 * n);
      await endOf(made);
      await mailsTo(address, 3 + 2 * n);
      const own = [...mails.slice(-1), ...office.to(address).slice(-1)];
      texts.push(own.map(({ text }) => text.replaceAll(made.match, 'MATCH')).join('\n'));
    }
    expect(texts[0]).toBe(texts[1]);
    expect(office.mails.map(({ source }) => source).join('\n')).not.toMatch(/Ana of the lake|Eve/);
  });

  test('what the server keeps of the address is in the data of the player, and goes with the player', async () => {
    const address = newAddress();
    await added(address);
    expect(JSON.stringify(await ana.account.exportData())).toContain(address);
    await ana.account.deleteMe();
    expect((await house.server.services.notices.webhooks.of(ana.session?.player ?? '')).length).toBe(0);
  });

  describe('once a day', () => {
    const digest = { hour: 8, zone: 'UTC' };
    const untilEight = () => 86_400_000 - ((clock.now - Date.UTC(2026, 0, 1, 8)) % 86_400_000);

    test('one mail lists the turns of now, and what began and ended since; and it is told once', async () => {
      const address = newAddress();
      const hook = await proven(address, { digest });
      const [first, second, third] = [await newMatch(), await newMatch(), await newMatch()];
      await endOf(second);
      await ask(`POST /api/matches/${third.match}/resign`, { token: ana.session?.token, body: { id: 'r' } });
      expect(office.to(address)).toHaveLength(1);
      pass(untilEight());
      const [, mail] = await mailsTo(address, 2);
      const line = (words: string, { match }: MatchSummary) =>
        `${words} (match ${match}). ${PUBLIC_URL}/?match=${match}`;
      expect(mail!.text.split('\n\n-- ')[0]!.split('\n').toSorted()).toEqual(
        [
          line('It is your turn in Tieqchieq', first),
          line('Tieqchieq has begun', first),
          line('Tieqchieq is over', second),
          line('Tieqchieq is over', third),
        ].toSorted(),
      );
      expect(mail!.headers.subject).toBe('Flower War: your matches');
      await expect.poll(async () => (await stateOf(hook))?.pending).toBe(0);
      pass(86_400_000);
      await ana.account.testWebhook(hook.webhook);
      await mailsTo(address, 3);
      expect(office.to(address).map(({ headers }) => headers.subject)).toEqual([
        'Flower War: your code',
        'Flower War: your matches',
        'Flower War: a test',
      ]);
    });

    test('nothing is sent if there is no turn left', async () => {
      const address = newAddress();
      const hook = await proven(address, { digest, events: ['turn'] });
      await endOf(await newMatch());
      await expect.poll(async () => (await stateOf(hook))?.pending).toBe(1);
      pass(untilEight());
      await expect.poll(async () => (await stateOf(hook))?.pending).toBe(0);
      expect(office.to(address)).toHaveLength(1);
    });

    test('a mail server that is away for a while gets one mail, with what is true then', async () => {
      const address = newAddress();
      const hook = await proven(address, { digest });
      const [one, other] = [await newMatch(), await newMatch()];
      office.answer = () => 451;
      pass(untilEight());
      await expect.poll(async () => (await stateOf(hook))?.lastFailure?.reason).toBe('answered-451');
      office.answer = () => 250;
      await endOf(other);
      pass(10_000);
      const [, mail] = await mailsTo(address, 2);
      expect(mail!.text).toContain(`It is your turn in Tieqchieq (match ${one.match})`);
      expect(mail!.text).not.toContain(`your turn in Tieqchieq (match ${other.match})`);
    });

    test('a program gets none, and the zone must be one', async () => {
      const wish = (form: 'signed' | 'email', zone: string) =>
        ana.account.addWebhook('mailto:ana@example.org', { form, digest: { hour: 8, zone } });
      await expect(wish('signed', 'UTC')).rejects.toMatchObject({ code: 'bad-webhook', reason: 'no-digest' });
      await expect(wish('email', 'Aztlan')).rejects.toMatchObject({ code: 'bad-webhook', reason: 'unknown-zone' });
    });
  });

  describe('a reminder', () => {
    const HOUR = 3_600_000;
    const table = { clock: { kind: 'days', days: 1 } };

    test('is told once, some hours before a decision runs out', async () => {
      const address = newAddress();
      await proven(address, { events: [], reminder: 2 });
      const { match } = await newMatch({ table });
      pass(22 * HOUR - 60_000);
      await ana.account.webhooks();
      expect(office.to(address)).toHaveLength(1);
      pass(60_000);
      const [, mail] = await mailsTo(address, 2);
      expect(mail!.text).toContain(`Less than 2 hours are left for your decision in Tieqchieq (match ${match}).`);
      pass(HOUR);
      await proven(newAddress());
      expect(office.to(address)).toHaveLength(2);
    });

    test('reaches programs as a notice of its own, with the time that is left', async () => {
      const receiver = closing(await Receiver.open());
      await ana.account.addWebhook(receiver.url, { events: [], reminder: 6 });
      const made = await newMatch({ table });
      const until = clock.now + 24 * HOUR;
      pass(18 * HOUR);
      await expect.poll(() => receiver.of(made.match)).toHaveLength(1);
      const [told] = receiver.of(made.match);
      expect(told).toMatchObject({ kind: 'reminder', match: made.match, seat: 0, decision: expect.any(Number) });
      expect(told).toHaveProperty('until');
      expect(Math.abs((told as { until: number }).until - until)).toBeLessThan(60_000);
    });
  });

  test('a mail server that hangs keeps no webhook waiting', async () => {
    const address = newAddress();
    const hook = await proven(address, { events: ['started'] });
    const receiver = closing(await Receiver.open());
    await ana.account.addWebhook(receiver.url, ['started']);
    let isAsked = false;
    office.answer = () => {
      isAsked = true;
      return new Promise(() => {}) as never;
    };
    for (let n = 0; n < 5; n++) await ana.account.testWebhook(hook.webhook);
    await expect.poll(() => isAsked).toBe(true);
    const made = await newMatch();
    await expect.poll(() => receiver.of(made.match).length, { timeout: 3000 }).toBe(1);
  });
});

describe('where the host has set up none', () => {
  serveThisFile({ WEBHOOKS: 'any', PUBLIC_URL, MAIL_FROM });

  test('an address is refused', async () => {
    await expect(added(newAddress())).rejects.toMatchObject({ code: 'mail-off' });
    expect(await ana.account.webhooks()).toEqual([]);
  });
});

describe('a mail server elsewhere that does not encrypt', async () => {
  const elsewhere = await PostOffice.open('127.0.0.2');
  afterAll(() => elsewhere.close());
  serveThisFile({ WEBHOOKS: 'any', SMTP_URL: elsewhere.url, MAIL_FROM, PUBLIC_URL });

  test('is not told the password', async () => {
    const hook = await added(newAddress());
    await expect.poll(async () => (await stateOf(hook))?.lastFailure?.reason).toBe('certificate');
    expect([elsewhere.tries, elsewhere.mails]).toEqual([0, []]);
  });
});
