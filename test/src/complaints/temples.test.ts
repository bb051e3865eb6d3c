/**
 * Complaints of owners of other game boards, and the tests that show how this server behaves. Rows: docs/promises.md.
 */

import type { FlowerWarClient } from '@flower-war/client';
import { topicOf } from '@flower-war/protocol/temple';
import type { Twin } from '@flower-war/temple/twin';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Hall, type StagedMatch, TEMPLE, templeAt, toOffering } from '../temples/stage.ts';

let hall: Hall;
let twin: Twin;
let owner: FlowerWarClient;
let guest: FlowerWarClient;
let table: StagedMatch;

beforeAll(async () => {
  hall = await Hall.open('aedes');
  twin = await hall.temple();
  [owner, guest] = [await hall.person('Itzel'), await hall.person('Ameyali')];
  await hall.claim(owner);
  table = await hall.table(owner, guest);
});
afterAll(() => hall?.close());

/** Checks that the next bead counts as an offering. */
async function counts(): Promise<void> {
  await toOffering(table, 1);
  const before = templeAt(table.live)?.war.applied ?? 0;
  twin.drop('war');
  await table.live.until((live) => templeAt(live)?.war.applied === before + 1);
}

test('complaint 7, weak Wi-Fi makes the thing unusable: late and lost segments, and three seconds without any in each minute, and every bead counts without a hand', async () => {
  const { account } = hall.server.services.temples.of(TEMPLE);
  const before = account.sensed.war + account.sensed.rain;
  for (let minute = 0; minute < 2; minute++) {
    twin.wifi('stall', 60_000);
    for (const slot of ['war', 'rain', 'war'] as const) twin.drop(slot);
    await toOffering(table, 1);
    twin.wifi('black-hole', 60_000);
    twin.drop('rain');
    await hall.pass(3, 0.3);
    twin.heal();
    await hall.pass(57, 0.4);
  }
  await twin.answered();
  const after = hall.server.services.temples.of(TEMPLE).account;
  expect(after.sensed.war + after.sensed.rain - before).toBe(8);
  expect(after.sensed).toEqual(twin.truth);
  await counts();
});

/** Two reports of newer firmware: one of this version with an unknown field, and one of the next version. */
const NEWER = { v: 1, epoch: 77, war: 2, rain: 0, mood: 'rain', recent: [['war', 2, 10]] };
const NEXT = { v: 2, epoch: 77, slots: { war: 9, rain: 9 } };

test('complaint 9, a change of the server breaks devices and nothing tells of it: words that it does not know are ignored, another version changes nothing, and the twin plays on in every run of the tests', async () => {
  await toOffering(table, 3);
  await twin.stop();
  const { username, password } = hall.broker.login(TEMPLE);
  const device = await connectAsync(`mqtt://127.0.0.1:${hall.broker.port}`, { username, password, clientId: TEMPLE });
  const before = hall.server.services.temples.of(TEMPLE).account.sensed;
  const say = (what: object) =>
    device.publishAsync(topicOf('odometer', TEMPLE), JSON.stringify(what), { qos: 1, retain: true });
  await say(NEXT);
  await say(NEWER);
  await table.live.until((live) => templeAt(live)?.war.sensed === before.war + 2);
  await say(NEXT);
  await say({ ...NEWER, war: 3 });
  await table.live.until((live) => templeAt(live)?.war.sensed === before.war + 3);
  expect(hall.server.services.temples.of(TEMPLE).account.sensed).toEqual({ war: before.war + 3, rain: before.rain });
  await device.endAsync(true);
});
