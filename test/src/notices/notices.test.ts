/** Webhooks of a running server: which players receive which notices, and until when; where none are sent. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type FlowerWarClient, type NewMatch, NOTICE_HEADER, SIGNATURE_HEADER, verifyNotice } from '@flower-war/client';
import { type LegalMoves, type MatchSummary, notice as noticeSchema, type Overview } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closing, house, person, seatedAlone, serveThisFile } from '../sdk/house.ts';
import { asking, OPERATOR_TOKEN } from '../support/api.ts';
import { metricsOf } from '../support/server.ts';
import { Receiver } from '../support/receivers.ts';
import { comeBack, newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const PUBLIC_URL = 'https://play.example.org';
const ask = asking(() => house.url);
const asOperator = { token: OPERATOR_TOKEN, body: {} };
const asAna = (body: object = {}) => ({ token: ana.session?.token, body });
/** The receivers that docs/webhooks.md shows: the language, and what runs it. */
const RECEIVERS = [
  ['js', process.execPath, '--input-type=module', '-e'],
  ['python', 'python3', '-c'],
] as const;
let receiver: Receiver;
let ana: FlowerWarClient;

beforeAll(async () => {
  receiver = await Receiver.open();
});
afterAll(() => receiver?.close());
beforeEach(async () => {
  ana = await person('Ana');
});

/** A match in which Ana has a seat, but no socket. */
const newMatch = (bots: NewMatch<'tieqchieq'>['bots'] = []) => seatedAlone(ana, { bots });

const kindsOf = ({ match }: MatchSummary) => receiver.of(match).map(({ kind }) => kind);
const prompt = (client: RawClient) => client.privates.at(-1)!;

/** Plays until another player must move. */
async function playTurn(client: RawClient): Promise<void> {
  await client.until(() => prompt(client).decision !== undefined);
  for (let n = 0; prompt(client).decision !== undefined; n++) {
    const { decision, legal } = prompt(client);
    await client.request('act', [`${decision} ${n}`, decision, legal[0]]);
    await client.settle();
  }
}

/** Sends half a request. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf', () => socket.destroy());
  await once(socket, 'close');
}

describe('to any address', () => {
  serveThisFile({ WEBHOOKS: 'any', OPERATOR_TOKEN, PUBLIC_URL, MOST_OPEN_MATCHES: '1000' });

  test('a test is signed, has an id, and the list says that it arrived', async () => {
    const { webhook, secret, url } = await ana.account.addWebhook(receiver.url);
    expect(url).toBe(receiver.url);
    const id = await ana.account.testWebhook(webhook);
    await expect.poll(() => receiver.seen.has(id)).toBe(true);
    const { body, headers } = receiver.arrived.find(({ notice }) => notice.id === id)!;
    const signature = String(headers[SIGNATURE_HEADER]);
    expect(await verifyNotice(body, signature, secret)).toEqual({ id, kind: 'test', at: expect.any(Number) });
    expect(await verifyNotice(body, signature, secret.replace(/^./, 'x'))).toBeUndefined();
    expect(headers[NOTICE_HEADER]).toBe(id);
    await expect.poll(async () => (await ana.account.webhooks())[0]?.lastSuccessAt).toBeGreaterThan(0);
    expect(await ana.account.webhooks()).toMatchObject([
      { webhook, pending: 0, failed: 0, events: ['turn', 'started', 'ended', 'challenge'] },
    ]);
    expect(JSON.stringify(await ana.account.webhooks())).not.toContain(secret);
  });

  test('start, turn and end of a match: who is there is told of no turn, and who comes and goes of the next one', async () => {
    await ana.account.addWebhook(receiver.url);
    const beto = await newPerson(house.url, 'Beto');
    const match = await newMatch();
    const other = closing(await takeSeat(beto, match));
    await expect.poll(() => kindsOf(match)).toEqual(['started', 'turn']);

    const post = <T>(path: string) => ask<T>(`POST ${path}`, asAna());
    const mine = await comeBack({ ...beto, post }, match);
    await playTurn(mine);
    await playTurn(other);
    await mine.until(() => prompt(mine).decision !== undefined);
    await playTurn(mine);
    expect(kindsOf(match)).toEqual(['started', 'turn']);
    mine.close();
    await expect.poll(() => isThere(match)).toBe(false);
    await playTurn(other);
    await expect.poll(() => kindsOf(match)).toEqual(['started', 'turn', 'turn']);

    await other.request('resign', ['r']);
    await expect.poll(() => kindsOf(match)).toEqual(['started', 'turn', 'turn', 'ended']);
    const [started, , , ended] = receiver.of(match.match);
    const place = { match: match.match, game: 'tieqchieq', seat: 0, link: `${PUBLIC_URL}/api/matches/${match.match}` };
    expect(started).toEqual({ id: expect.any(String), kind: 'started', at: expect.any(Number), ...place });
    expect(ended).toMatchObject({ ...place, result: { result: 'forfeit', winners: [0] } });
    for (const { notice } of receiver.arrived) expect(noticeSchema.parse(notice)).toEqual(notice);
  });

  test('a turn that came up behind a lost connection is told, unless the player comes back soon or had left', async () => {
    const { webhook } = await ana.account.addWebhook(receiver.url, ['turn']);
    const beto = await newPerson(house.url, 'Beto');
    const match = await newMatch();
    const other = closing(await takeSeat(beto, match));
    const post = <T>(path: string) => ask<T>(`POST ${path}`, asAna());
    const come = async () => closing(await comeBack({ ...beto, post }, match));
    const waiting = async () => (await ana.account.webhooks()).find((one) => one.webhook === webhook)?.pending;
    await expect.poll(() => kindsOf(match)).toEqual(['turn']);
    let mine = await come();
    await playTurn(mine);
    await playTurn(other);
    await mine.until(() => prompt(mine).decision !== undefined);
    mine.socket.close();
    await expect.poll(() => isThere(match)).toBe(false);
    expect(await waiting()).toBe(0);
    mine = await come();
    mine.socket.terminate();
    await expect.poll(waiting).toBe(1);
    mine = await come();
    await expect.poll(waiting).toBe(0);
    expect(kindsOf(match)).toEqual(['turn']);
    mine.socket.close();
    await expect.poll(() => isThere(match)).toBe(false);
  });

  async function isThere({ match }: MatchSummary): Promise<boolean> {
    type Players = { players: { player: string; places: { match: string }[] }[] };
    const { body } = await ask<Players>('GET /api/operator/players', { token: OPERATOR_TOKEN });
    const own = body.players.find(({ player }) => player === ana.session!.player);
    return own?.places.some((place) => place.match === match) ?? false;
  }

  test('a player who answers over HTTP alone is told of each turn, once', async () => {
    await ana.account.addWebhook(receiver.url, ['turn']);
    const beto = await newPerson(house.url, 'Beto');
    const match = await newMatch();
    const other = closing(await takeSeat(beto, match));
    const get = <T>(path: string) => ask<T>(`GET /api/matches/${match.match}/${path}`, { token: ana.session?.token });
    const open = async () => (await get<LegalMoves>('moves')).body;
    for (const turns of [1, 2]) {
      await expect.poll(() => kindsOf(match)).toEqual(Array(turns).fill('turn'));
      for (let mine = await open(); mine.decision !== undefined; mine = await open()) {
        const body = { id: `${turns} ${mine.decision}`, decision: mine.decision, move: mine.moves[0]!.move };
        await ask(`POST /api/matches/${match.match}/act`, asAna(body));
      }
      await playTurn(other);
    }
  });

  test('a webhook is its player’s own, and ten are the most, also of many that are added at once', async () => {
    const { webhook } = await ana.account.addWebhook(receiver.url);
    const eve = await person('Eve');
    await expect(eve.account.testWebhook(webhook)).rejects.toMatchObject({ code: 'no-such-webhook' });
    await expect(eve.account.removeWebhook(webhook)).rejects.toMatchObject({ code: 'no-such-webhook' });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ana.account.addWebhook(receiver.url)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(20 - 9);
    for (const why of refused) expect(why).toMatchObject({ name: 'RefusedError', code: 'too-many-webhooks' });
    expect(await ana.account.webhooks()).toHaveLength(10);
  });

  test('the export holds webhooks without their secrets, and who leaves for good is told nothing more', async () => {
    const last = closing(await Receiver.open());
    const { secret, webhook } = await ana.account.addWebhook(last.url);
    const exported = await ana.account.exportData();
    expect(exported.webhooks).toMatchObject([{ webhook, url: last.url }]);
    expect(JSON.stringify(exported)).not.toContain(secret);
    const match = await newMatch([{ bot: 'random' }]);
    await expect.poll(() => last.of(match.match).length).toBe(2);
    await ana.account.deleteMe();
    await ask(`POST /api/operator/matches/${match.match}/end`, asOperator);
    await expect.poll(async () => (await house.server.services.journal.index(match.match))?.index.status).toBe('ended');
    expect((await house.server.services.notices.outbox.counts()).pending).toBe(0);
    expect(last.of(match.match)).toHaveLength(2);
  });

  test('what is malformed is not a webhook', async () => {
    const url = 'https://example.org/';
    const wrong: readonly (readonly [object, string])[] = [
      [{}, 'url'],
      [{ url: '' }, 'url'],
      [{ url: url + 'x'.repeat(500) }, 'url'],
      [{ url, events: ['moves'] }, 'events.0'],
      [{ url, secret: 'mine' }, 'secret'],
      [{ url, form: 'pager' }, 'form'],
      [{ url, language: 'the best' }, 'language'],
      [{ url, quiet: { from: 24, to: 7, zone: 'UTC' } }, 'quiet.from'],
    ];
    for (const [body, reason] of wrong)
      expect(await ask('POST /api/me/webhooks', asAna(body))).toMatchObject({
        status: 400,
        body: { code: 'bad-request', reason },
      });
    expect(await ask('POST /api/me/webhooks', asAna({ url, events: [] }))).toMatchObject({
      status: 400,
      body: { code: 'bad-webhook', reason: 'no-events' },
    });
    const quiets = [
      [{ from: 7, to: 7, zone: 'UTC' }, 'always-quiet'],
      [{ from: 22, to: 7, zone: 'Atlantis' }, 'unknown-zone'],
      [{ from: 22, to: 7, zone: '+05:37' }, 'unknown-zone'],
    ] as const;
    for (const [quiet, reason] of quiets)
      expect((await ask('POST /api/me/webhooks', asAna({ url, quiet }))).body).toMatchObject({
        code: 'bad-webhook',
        reason,
      });
  });

  test('metrics and the operator’s overview count them, also while a server drains', async () => {
    const silent = closing(await Receiver.open());
    silent.answer = () => {};
    const { webhook } = await ana.account.addWebhook(silent.url);
    await ask('POST /api/operator/drain', { token: OPERATOR_TOKEN });
    await ana.account.testWebhook(webhook);
    await expect.poll(() => silent.arrived.length).toBe(1);
    const { body } = await ask<Overview>('GET /api/operator', { token: OPERATOR_TOKEN });
    expect(body.notices).toEqual({ pending: 1, failed: 0 });
    const text = await metricsOf(house.url);
    expect(text).toContain('flower_war_notices_pending 1');
    expect(text).toMatch(/flower_war_notices_total\{outcome="sent"\} \d+/);
    await ask('POST /api/operator/undrain', { token: OPERATOR_TOKEN });
    await ana.account.removeWebhook(webhook);
  });

  for (const [language, program, ...words] of RECEIVERS) {
    const missing = spawnSync(program, ['--version']).status === 0 ? '' : ` (skipped: there is no ${program})`;
    const name = `the receiver in docs/webhooks.md takes what is signed, once, and nothing else: ${language}${missing}`;
    test.skipIf(missing !== '')(name, async () => {
      const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
      const [, code = ''] = new RegExp(`\`\`\`${language}\\n(import [\\s\\S]*?)\`\`\``).exec(page) ?? [];
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { webhook, secret } = await ana.account.addWebhook(url);
      const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), env: { ...process.env, SECRET: secret } };
      const child = spawn(program, [...words, code.replace('8080', String(port))], options);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
      const answers = () => fetch(url, { method: 'POST', body: '{}' }).then(({ status }) => status);
      await expect.poll(() => answers().catch(() => 0), { timeout: 10_000 }).toBe(401);
      await ana.account.testWebhook(webhook);
      await expect.poll(() => said).toBe('test \n');
      await expect.poll(async () => (await ana.account.webhooks())[0]?.pending).toBe(0);
      await breakOff(port);
      await expect.poll(() => answers().catch(() => 0)).toBe(401);
      child.kill('SIGKILL');
    });
  }
});

describe('to public addresses alone, as by default', () => {
  const names: Record<string, readonly string[]> = {
    'inside.example': ['192.168.1.1'],
    'moving.example': ['93.184.215.14'],
  };
  serveThisFile({}, { resolve: async (host) => names[host] ?? [] });

  test('an address inside is refused, and a name that moves inside later gets nothing', async () => {
    for (const url of ['https://inside.example/', 'https://127.0.0.1:8443/'])
      await expect(ana.account.addWebhook(url)).rejects.toMatchObject({
        code: 'bad-webhook',
        reason: 'private-address',
      });
    expect(await ana.account.webhooks()).toEqual([]);
    const before = receiver.arrived.length;
    const { webhook } = await ana.account.addWebhook(`https://moving.example:${new URL(receiver.url).port}/`);
    names['moving.example'] = ['127.0.0.1'];
    await ana.account.testWebhook(webhook);
    await expect.poll(async () => (await ana.account.webhooks())[0]?.lastFailure?.reason).toBe('private-address');
    expect(await ana.account.webhooks()).toMatchObject([{ pending: 1 }]);
    expect(receiver.arrived).toHaveLength(before);
  });
});

describe('where they are off', () => {
  serveThisFile({ WEBHOOKS: 'off' });

  test('none is added', async () => {
    await expect(ana.account.addWebhook('https://example.org/')).rejects.toMatchObject({ code: 'webhooks-off' });
    expect(await ana.account.webhooks()).toEqual([]);
  });
});
