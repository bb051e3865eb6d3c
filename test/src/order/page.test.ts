/** What the page of the operator tells of penalties. */
import type { GivenPenalty } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { OPERATOR_TOKEN, asking, operatorOf } from '../support/api.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';

let clock = 1_800_000_000_000;
serveThisFile({ OPERATOR_TOKEN }, { now: () => clock });

const ask = asking(() => house.url);
const operate = operatorOf(() => house.url);

async function muted(name: string): Promise<GivenPenalty & { who: Person }> {
  const who = await newPerson(house.url, name);
  const body = { kind: 'mute', reason: 'abuse', days: 3 };
  return { ...(await operate<GivenPenalty>(`POST /players/${who.session.player}/penalties`, { body })).body, who };
}

const answer = ({ who, penalty }: Awaited<ReturnType<typeof muted>>, text: string) =>
  ask(`POST /api/me/penalties/${penalty}/answer`, { token: who.session.token, body: { text } });

const settle = ({ penalty }: GivenPenalty, body: object) => operate(`POST /penalties/${penalty}/settle`, { body });

async function page(query = '') {
  const headers = { authorization: `Basic ${btoa(`:${OPERATOR_TOKEN}`)}` };
  const text = await (await fetch(`${house.url}/operator${query}`, { headers })).text();
  const open = Number(/data-live="penalties-count">(\d+)</.exec(text)?.[1]);
  const next = /\/operator(\?penalties=\d+)#penalties"[^>]*>Next page/.exec(text)?.[1];
  return { text, open, next };
}

test('an answer to a penalty is counted and found, however many penalties came after it', async () => {
  const [first, short] = [await muted('First'), await muted('Short')];
  await answer(first, 'It was not me.');
  clock += 1000;
  await settle(short, { outcome: 'shortened', days: 1 });
  clock += 1000;
  await answer(short, 'Still too long.'); // nothing was settled since
  for (let n = 0; n < 50; n++) {
    const { body } = await operate<GivenPenalty>(`POST /players/${short.player}/penalties`, {
      body: { kind: 'ban', reason: 'abuse', days: 1 },
    });
    await settle(body, { outcome: 'lifted' });
  }
  const { open, next, text } = await page();
  expect(open).toBe(2);
  expect(text).not.toContain('It was not me.');
  const older = await page(next);
  expect(older.text).toContain('It was not me.');
  expect(older.text).toContain('Still too long.');
  expect(older.next).toBeUndefined();
  await settle(first, { outcome: 'kept' });
  await settle(short, { outcome: 'lifted' });
  expect((await page()).open).toBe(0);
  expect((await page('?penalties=0')).text).toContain('First page');
});
