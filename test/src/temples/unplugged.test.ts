/** A temple that goes offline: all players are told, no player loses by it, and it comes back by itself. */

import type { FlowerWarClient } from '@flower-war/client';
import { SILENT_AFTER_MS } from '@flower-war/protocol/temple';
import type { Twin } from '@flower-war/temple/twin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Hall, skipped, type Table, templeAt, toOffering } from './hall.ts';
import { WarpClock } from './matrix/stage/warpClock.ts';

const BROKERS = [['aedes', undefined] as const, ['mosquitto', skipped] as const];

describe.each(BROKERS)('a temple on %s that is unplugged', (kind, reason) => {
  if (reason !== undefined) {
    test.skip(`needs ${kind}: ${reason}`, () => {});
    return;
  }
  let hall: Hall;
  let twin: Twin;
  let table: Table;
  const heart = new WarpClock();

  beforeAll(async () => {
    hall = await Hall.open(kind);
    twin = await hall.temple({ clock: heart });
    const owner: FlowerWarClient = await hall.person('Itzel');
    await hall.claim(owner);
    table = await hall.table(owner, await hall.person('Ameyali'));
    await toOffering(table, 1);
    await everybodySees(true);
  });
  afterAll(async () => {
    heart.stop();
    await hall?.close();
  });

  const everybodySees = async (present: boolean) => {
    for (const live of [table.live, table.other]) await live.until((one) => templeAt(one)?.present === present);
  };

  /** No player has forfeited or been replaced, and the next bead counts. */
  const playsOn = async () => {
    await everybodySees(true);
    expect(table.live.table.status).toBe('running');
    expect(table.live.table.seats.map(({ bot }) => bot)).toEqual(['', '']);
    await toOffering(table, 1);
    const before = templeAt(table.live)?.war.applied ?? 0;
    twin.drop('war');
    await table.live.until((one) => templeAt(one)?.war.applied === before + 1);
  };

  test("is told by its last will at once, and when it is plugged in plays on without anybody's hand", async () => {
    const began = hall.clock.now();
    twin.powerOff({ isTold: true });
    await everybodySees(false);
    expect(hall.clock.now() - began).toBeLessThan(SILENT_AFTER_MS);
    await hall.pass(600, 1);
    expect(table.live.table.status).toBe('running');
    twin.powerOn();
    await playsOn();
  });

  test('is told within 75 seconds when the broker dies with its last will', async () => {
    await hall.broker.kill();
    await hall.pass(SILENT_AFTER_MS / 1000 + 2, 1);
    await everybodySees(false);
    await hall.broker.restart();
    await playsOn();
  });

  test('is told within 75 seconds when it is frozen: connected, and silent', async () => {
    heart.goOn(0);
    await hall.pass(SILENT_AFTER_MS / 1000 + 2, 1);
    await everybodySees(false);
    expect(twin.display.isConnected).toBe(true);
    heart.goOn(1);
    await hall.pass(31, 0.5);
    twin.drop('rain');
    await playsOn();
  });
});
