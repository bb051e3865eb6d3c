/** The log of a busy server holds ids and results, and never a token, a code, a secret, a hand or a move. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { claimCode } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';
import { send } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const BRIDGE_TOKEN = 'Pochtecatl-0123456789';
const TEMPLE = 'templo-7f3a';
const MOVES = 60;
let folder: string;
let server: ChildServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'));
  const settings = {
    DATA_DIR: folder,
    OPERATOR_TOKEN,
    BRIDGE_TOKEN,
    LOG_LEVEL: 'debug',
    BOT_DELAY_MS: '0',
    MESSAGES_PER_SECOND: '10000',
  };
  server = new ChildServer(await freePort(), settings);
  await server.start();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

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
  const column = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  const secrets = [
    ...column('SELECT secret FROM matches'),
    ...column('SELECT code FROM matches WHERE code IS NOT NULL'),
    ...column('SELECT value FROM keys'),
    ...column('SELECT session FROM sessions'),
    ...column('SELECT hash FROM recovery_codes'),
    ...column("SELECT json_extract(line, '$.contribution') FROM entries WHERE line LIKE '%contribution%'"),
  ];
  database.close();
  return secrets;
}

test('at its loudest, over a match with hidden hands, mistakes, bans and a restart', async () => {
  const [ana, ben] = [new FlowerWarClient({ url: server.url }), new FlowerWarClient({ url: server.url })];
  const sessions = [await ana.signIn('Ana'), await ben.signIn('Ben')];
  const bots = [{ bot: 'random' }, { bot: 'random' }] as const;
  const match = await ana.create({ game: 'flower-war', seats: 3, table: { visibility: 'private' }, bots });
  const live = await ana.join(match);
  const watching = await ben.watch(match, match.code);
  const shown = await play(live);

  const { token } = sessions[0]!;
  const { body: chosen } = await send<{ recoveryCode: string }>(server.url, '/api/me', { name: 'Anacaona' }, token);
  const { body: link } = await send<{ code: string }>(server.url, '/api/links', {}, token);
  await send(server.url, '/api/recovery', { code: 'WRONG-CODE-0000' });
  await send(server.url, '/api/tokens', { refresh: 'not-a-token' });
  await send(server.url, '/api/operator', {}, 'a-wrong-operator-token');
  await send(server.url, '/api/bridge/connection', {}, 'a-wrong-bridge-token');
  await send(server.url, '/api/bridge/connection', {}, BRIDGE_TOKEN);
  const printed = claimCode(readFileSync(join(folder, 'temples.key'), 'utf8').trim(), TEMPLE);
  await send(server.url, '/api/temples/claim', { temple: TEMPLE, code: 'WRONGC0D' }, token);
  await ana.temples.claim(TEMPLE, printed);
  await fetch(`${server.url}/claim?t=${TEMPLE}&k=${printed}`);
  await send(server.url, `/api/operator/matches/${match.match}/end`, { reason: 'tests' }, OPERATOR_TOKEN);
  await send(
    server.url,
    `/api/operator/players/${sessions[1]!.player}/ban`,
    { reason: 'a private reason' },
    OPERATOR_TOKEN,
  );
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
