/** A foreign program plays the device: mosquitto_pub on the command line. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { topicOf } from '@flower-war/protocol/temple';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Hall, skipped, TEMPLE, templeAt, toOffering } from './hall.ts';

const run = promisify(execFile);

describe.skipIf(skipped)(`a temple by mosquitto_pub${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let hall: Hall;
  beforeAll(async () => {
    hall = await Hall.open('mosquitto');
  });
  afterAll(() => hall?.close());

  const publish = async (war: number) => {
    const { username, password } = hall.broker.login(TEMPLE);
    const account = ['-u', username, '-P', password, '-i', TEMPLE];
    const odometer = JSON.stringify({ v: 1, epoch: 1870423911, war, rain: 0 });
    const what = ['-t', topicOf('odometer', TEMPLE), '-q', '1', '-r', '-m', odometer];
    await run('mosquitto_pub', ['-h', '127.0.0.1', '-p', String(hall.broker.port), ...account, ...what]);
  };

  const oldReports = async () => {
    const { values } = await hall.server.services.metrics.temples.reports.get();
    return values.find(({ labels }) => labels.kind === 'old')?.value;
  };

  test('a total that jumps by three in the right step, at a price of one skull, is three offerings and three cards', async () => {
    const [owner, guest] = [await hall.person('Itzel'), await hall.person('Ameyali')];
    await publish(41);
    const { temples } = hall.server.services;
    await expect.poll(() => temples.of(TEMPLE).device.totals?.war).toBe(41);
    await hall.claim(owner);
    const table = await hall.table(owner, guest);
    await toOffering(table, 3);
    const { live } = table;
    const { hand, warTally } = live.view;
    await publish(44);
    await live.until(({ view }) => view.hand.length === hand.length + 3);
    expect(live.view.warTally).toBe(warTally + 3);
    expect(templeAt(live)).toMatchObject({ war: { sensed: 3, applied: 3, held: 0, refused: 0 } });
    await publish(44);
    await publish(41);
    await expect.poll(oldReports).toBe(1);
    expect(live.view.warTally).toBe(warTally + 3);
  });
});
