/** The log of a busy server holds ids and results, and never a token, a code, a secret, a hand or a move. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { claimCode } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_TOKEN } from '../support/api.ts';
import { ChildServer } from '../support/server.ts';
import { send } from '../support/sockets/rawClient.ts';

const BRIDGE_TOKEN = 'Pochtecatl-0123456789';
const TEMPLE = 'templo-7f3a';
const MOVES = 60;
const folder = mkdtempSync(join(tmpdir(), 'logs-'));
let server: ChildServer;

beforeAll(async () => {
  server = new ChildServer(await freePort(), {
    DATA_DIR: folder,
    OPERATOR_TOKEN,
    BRIDGE_TOKEN,
    LOG_LEVEL: 'debug',
    BOT_DELAY_MS: '0',
    MESSAGES_PER_SECOND: '10000',
  });
  await server.start();
});
afterAll(() => server?.end('SIGKILL'));

/** Plays some moves. Returns all that only this player was shown. */
async function play(live: LiveMatch): Promise<readonly string[]> {
  const seen = new Set<string>();
  for (let n = 0; n < MOVES && !live.isOver; n++) {
    await live.until((match) => match.isOver || match.legal.length > 0);
    const [move] = live.legal;
    if (move === undefined) break;
    for (const legal of live.legal) seen.add(legal);
    await live.play(move);
  }
  for (const card of JSON.stringify(live.view).match(/"[A-Z]+\d+[a-z]?"/g) ?? []) seen.add(card);
  return [...seen];
}

/** The secrets that lie beside the records. They must never appear anywhere. */
function secretsOnDisk(): readonly string[] {
  const database = new DatabaseSync(join(folder, 'flower-war.sqlite'), { readOnly: true });
  const queries = [
    'SELECT secret FROM matches',
    'SELECT code FROM matches WHERE code IS NOT NULL',
    'SELECT value FROM keys',
    'SELECT session FROM sessions',
    'SELECT hash FROM recovery_codes',
    "SELECT json_extract(line, '$.contribution') FROM entries WHERE line LIKE '%contribution%'",
  ];
  const rows = queries.flatMap((sql) => database.prepare(sql).all());
  database.close();
  return rows.map((row) => String(Object.values(row)[0]));
}

test('at its loudest, over a match with hidden hands, mistakes, bans and a restart', async () => {
  const post = <T>(path: string, body: object, as?: string) => send<T>(server.url, `/api${path}`, body, as);
  const [ana, ben] = [new FlowerWarClient({ url: server.url }), new FlowerWarClient({ url: server.url })];
  const sessions = [await ana.signIn('Ana'), await ben.signIn('Ben')];
  const bots = [{ bot: 'random' }, { bot: 'random' }] as const;
  const match = await ana.create({ game: 'flower-war', seats: 3, table: { visibility: 'private' }, bots });
  const live = await ana.join(match);
  const watching = await ben.watch(match, match.code);
  const shown = await play(live);

  const { token } = sessions[0]!;
  const { body: chosen } = await post<{ recoveryCode: string }>('/me', { name: 'Anacaona' }, token);
  const { body: link } = await post<{ code: string }>('/links', {}, token);
  await post('/recovery', { code: 'WRONG-CODE-0000' });
  await post('/tokens', { refresh: 'not-a-token' });
  await post('/operator', {}, 'a-wrong-operator-token');
  await post('/bridge/connection', {}, 'a-wrong-bridge-token');
  await post('/bridge/connection', {}, BRIDGE_TOKEN);
  const printed = claimCode(readFileSync(join(folder, 'temples.key'), 'utf8').trim(), TEMPLE);
  await post('/temples/claim', { temple: TEMPLE, code: 'WRONGC0D' }, token);
  await ana.temples.claim(TEMPLE, printed);
  await fetch(`${server.url}/claim?t=${TEMPLE}&k=${printed}`);
  await post(`/operator/matches/${match.match}/end`, { reason: 'tests' }, OPERATOR_TOKEN);
  await post(`/operator/players/${sessions[1]!.player}/ban`, { reason: 'a private reason' }, OPERATOR_TOKEN);
  for (const one of [live, watching]) one.close();
  expect(await server.end('SIGTERM')).toBe(0);
  await server.start();

  const lines = server.said.split('\n').filter((line) => line.startsWith('{'));
  const events = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  for (const event of ['match created', 'match ended', 'operator: a player was banned', 'temple claimed', 'stopping'])
    expect(events).toContain(event);
  const secrets = [
    ...sessions.flatMap((session) => [session.token, session.refresh]),
    OPERATOR_TOKEN,
    'a-wrong-operator-token',
    'not-a-token',
    'WRONG-CODE',
    'a private reason',
    BRIDGE_TOKEN,
    'a-wrong-bridge-token',
    printed,
    'WRONGC0D',
    match.code!,
    chosen.recoveryCode,
    link.code,
    ...secretsOnDisk(),
  ];
  expect(secrets.length).toBeGreaterThan(15);
  for (const secret of secrets) expect(server.said).not.toContain(secret);
  expect(shown.length).toBeGreaterThan(5);
  for (const word of shown) expect(lines.join('\n')).not.toContain(`"${word.replaceAll('"', '')}"`);
});
