/** A temple with a new owner, with other settings, or forgotten: what it shows, and what Home Assistant hears of it. */

import type { FlowerWarClient } from '@flower-war/client';
import { type Ack, SILENT_AFTER_MS, topicOf } from '@flower-war/protocol/temple';
import type { Twin } from '@flower-war/temple/twin';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Hall, skipped, TEMPLE, templeAt, toOffering } from './hall.ts';
import { WarpClock } from './matrix/stage/warpClock.ts';

const BROKERS = [['aedes', undefined] as const, ['mosquitto', skipped] as const];
const NONE = { war: 0, rain: 0 };
const DISCOVERY = topicOf('discovery', TEMPLE);

/** A client of the broker that hears all it may. */
class Guest {
  readonly heard: { readonly topic: string; readonly text: string }[] = [];
  readonly client: MqttClient;

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('message', (topic, payload) => this.heard.push({ topic, text: String(payload) }));
  }

  static async of({ broker }: Hall, account: 'home' | 'operator', ...filters: string[]): Promise<Guest> {
    const how = { ...broker.login(account), clientId: account, protocolVersion: 4 } as const;
    const guest = new Guest(await connectAsync(`mqtt://127.0.0.1:${broker.servicePort}`, how));
    await guest.client.subscribeAsync(filters, { qos: 1 });
    return guest;
  }

  newest(topic: string): string | undefined {
    return this.heard.findLast((one) => one.topic === topic)?.text;
  }

  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        this.client.off('message', look);
        resolve();
      };
      this.client.on('message', look);
    });
  }
}

describe.each(BROKERS)('a temple on %s', (kind, reason) => {
  if (reason !== undefined) {
    test.skip(`needs ${kind}: ${reason}`, () => {});
    return;
  }
  let hall: Hall;
  let twin: Twin;
  let [owner, guest]: FlowerWarClient[] = [];
  let home: Guest;
  let operator: Guest;
  const heart = new WarpClock();
  const acks: Ack[] = [];

  beforeAll(async () => {
    hall = await Hall.open(kind);
    home = await Guest.of(hall, 'home', 'homeassistant/#', 'templo/v1/#');
    operator = await Guest.of(hall, 'operator', 'templo/v1/bridge/response/#');
    twin = await hall.temple({ clock: heart });
    twin.watch(() => twin.ledger !== undefined && twin.ledger !== acks.at(-1) && acks.push(twin.ledger));
    [owner, guest] = [await hall.person('Itzel'), await hall.person('Ameyali')];
    await hall.claim(owner);
  });
  afterAll(async () => {
    heart.stop();
    await Promise.all([home, operator].map(({ client }) => client.endAsync(true)));
    await hall?.close();
  });

  const forget = async (transaction: string) => {
    const topic = topicOf('response', 'temple/forget');
    const request = JSON.stringify({ temple: TEMPLE, transaction });
    await operator.client.publishAsync(topicOf('request', 'temple/forget'), request, { qos: 1 });
    await operator.until(() => JSON.parse(operator.newest(topic) ?? '{}').transaction === transaction);
    return JSON.parse(operator.newest(topic) ?? '{}').data;
  };

  test('has its settings at once while it counts for a match, and the table its name', async () => {
    const { live, other } = await hall.table(owner!, guest!);
    await toOffering({ live, other }, 1);
    await owner!.temples.set(TEMPLE, { name: 'Copal', light: 20, debounceMs: 44, swapped: true });
    await twin.until('its name', ({ display }) => display.name === 'Copal' && display.light === 20);
    expect(twin.device.flash.wanted).toMatchObject({ debounceMs: 44, swapped: true });
    await other.until((one) => templeAt(one)?.name === 'Copal');
    twin.drop('rain');
    await other.until((one) => templeAt(one)?.war.applied === 1);
    await owner!.temples.set(TEMPLE, { swapped: false });
    await twin.until('its slots', ({ device }) => device.flash.wanted?.swapped === false);
    await live.resign();
    await other.until((one) => templeAt(one)?.counts === false);
  });

  test('that another player claims by its code says of no bead that it is nobody’s, and begins at nothing', async () => {
    twin.drop('rain');
    await twin.until('the bead is held', ({ display }) => display.slots.rain.held === 1);
    const from = acks.length;
    await hall.claim(guest!);
    await twin.until('its new ledger', () => acks.length > from && twin.display.slots.rain.held === 0);
    expect(acks.slice(from).map(({ last }) => last?.why)).toEqual([undefined]);
    expect(twin.ledger).toMatchObject({ sensed: NONE, applied: NONE, held: NONE, refused: NONE });
  });

  test('that its owner lets go of shows nothing of what that one gave', async () => {
    twin.drop('war');
    await twin.until('the bead is held', ({ display }) => display.slots.war.held === 1);
    await guest!.temples.release(TEMPLE);
    await twin.until('it has no owner', ({ ledger }) => ledger?.last?.why === 'unpaired');
    expect(twin.ledger).toMatchObject({ sensed: NONE, applied: NONE, held: NONE, refused: NONE });
    expect(twin.display.name).toBeUndefined();
  });

  test('that is forgotten while it is there goes on, for Home Assistant too', async () => {
    await hall.claim(owner!);
    const known = home.heard.length;
    expect(await forget('there')).toEqual({ temple: TEMPLE, online: true });
    twin.drop('rain');
    await twin.until(
      'it has no owner',
      ({ ledger }) => ledger?.last?.slot === 'rain' && ledger.last.why === 'unpaired',
    );
    await home.until(() => JSON.parse(home.newest(topicOf('ack', TEMPLE)) ?? '{}').last?.slot === 'rain');
    expect(home.heard.slice(known).filter(({ text }) => text === '')).toEqual([]);
    expect([home.newest(topicOf('availability', TEMPLE)), home.newest(DISCOVERY)]).toEqual([
      'online',
      expect.any(String),
    ]);
  });

  test('that is forgotten while it is silent is gone, its description first; when it speaks again it is all there', async () => {
    heart.goOn(0);
    await hall.pass(SILENT_AFTER_MS / 1000 + 6, 0.6);
    const known = home.heard.length;
    expect(await forget('silent')).toEqual({ temple: TEMPLE, online: false });
    const emptied = () => home.heard.slice(known).flatMap(({ topic, text }) => (text === '' ? [topic] : []));
    await home.until(() => emptied().length === 7);
    expect(emptied()[0]).toBe(DISCOVERY);
    heart.goOn(1);
    twin.drop('war');
    const names = ['availability', 'info', 'odometer', 'ack', 'match', 'discovery'] as const;
    await home.until(() => names.every((name) => (home.newest(topicOf(name, TEMPLE)) ?? '') !== ''));
    expect(home.newest(topicOf('availability', TEMPLE))).toBe('online');
  });
});
