/** An act of the operator whose body cannot be read does nothing, and has a line in the audit nevertheless. */
import type { AuditLines } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
const KICK = '/api/operator/matches/NOSUCH/kick';
let server: Running;

beforeAll(async () => {
  server = await testServer({ OPERATOR_TOKEN });
});
afterAll(() => server?.stop());

function ask(path: string, asked: RequestInit = {}, token = OPERATOR_TOKEN): Promise<Response> {
  return fetch(server.address + path, { ...asked, headers: { authorization: `Bearer ${token}` } });
}

async function lines(): Promise<AuditLines['lines']> {
  return ((await (await ask('/api/operator/audit')).json()) as AuditLines).lines;
}

test.each([
  ['no JSON', '{"player":', 'bad-request', 'body'],
  ['too large', JSON.stringify({ player: 'x'.repeat(9000) }), 'too-large', 'too-large'],
  ['of another kind', '{"player":7}', 'bad-request', 'player'],
])('a body that is %s', async (_, body, code, refused) => {
  const answer = await ask(KICK, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ code });
  const [line] = await lines();
  expect(line).toMatchObject({ action: 'kickFromMatch', about: 'NOSUCH', detail: { refused }, outcome: code });
});

test('not of a stranger, of a reading, or where there is no such act', async () => {
  const before = await lines();
  const broken = { method: 'POST', body: '{' };
  expect((await ask(KICK, broken, 'Nahualpilli-9876543210')).status).toBe(401);
  expect((await ask('/api/operator/nosuch', broken)).status).toBe(400);
  expect((await ask('/api/matches', broken)).status).toBe(400);
  expect(await lines()).toEqual(before);
});
