/** Temples at real brokers without faults in them: unplugged, with new owners and settings, forgotten, and in two matches in a row. */
import type { FlowerWarClient } from '@flower-war/client';
import { type Ack, SILENT_AFTER_MS, topicOf } from '@flower-war/protocol/temple';
import type { Twin } from '@flower-war/temple/twin';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Hall, type Listener, skipped, type StagedMatch, TEMPLE, templeAt, toOffering, WarpClock } from './stage.ts';

const BROKERS = [['aedes', undefined] as const, ['mosquitto', skipped] as const];
const NONE = { war: 0, rain: 0 };
const DISCOVERY = topicOf('discovery', TEMPLE);

describe.each(BROKERS)('a temple on %s', (kind, reason) => {
  if (reason !== undefined) {
    test.skip(`needs ${kind}: ${reason}`, () => {});
    return;
  }
  let hall: Hall;
  let twin: Twin;
  let owner: FlowerWarClient;
  let guest: FlowerWarClient;
  let table: StagedMatch;
  let home: Listener;
  let operator: Listener;
  /** The clock of the device alone. */
  const heart = new WarpClock();
  const acks: Ack[] = [];

  beforeAll(async () => {
    hall = await Hall.open(kind);
    home = await hall.listener('home', 'homeassistant/#', 'templo/v1/#');
    operator = await hall.listener('operator', 'templo/v1/bridge/response/#');
    twin = await hall.temple({ clock: heart });
    twin.watch(() => twin.ledger !== undefined && twin.ledger !== acks.at(-1) && acks.push(twin.ledger));
    [owner, guest] = [await hall.person('Itzel'), await hall.person('Ameyali')];
    await hall.claim(owner);
    table = await hall.table(owner, guest);
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

  const forget = async (transaction: string) => {
    const topic = topicOf('response', 'temple/forget');
    const request = JSON.stringify({ temple: TEMPLE, transaction });
    await operator.client.publishAsync(topicOf('request', 'temple/forget'), request, { qos: 1 });
    await operator.until(() => JSON.parse(operator.newest(topic) ?? '{}').transaction === transaction);
    return JSON.parse(operator.newest(topic) ?? '{}').data;
  };

  test('complaint 4, the owner of a device loses while thinking: unplugged for ten minutes, it forfeits nothing and plays on', async () => {
    const began = hall.clock.now();
    twin.powerOff({ isTold: true });
    await everybodySees(false);
    expect(hall.clock.now() - began).toBeLessThan(SILENT_AFTER_MS);
    await hall.pass(600, 1);
    expect(table.live.table.status).toBe('running');
    expect(table.live.legal.length).toBeGreaterThan(0);
    twin.powerOn();
    await playsOn();
  });

  test('complaint 5, a dead device is not noticed: within 75 seconds everybody sees it, also when the broker dies with its last will', async () => {
    await hall.broker.kill();
    await hall.pass(SILENT_AFTER_MS / 1000 + 2, 1);
    await everybodySees(false);
    const late = await guest.join({ match: table.live.id, game: 'flower-war' });
    expect(templeAt(late)?.present).toBe(false);
    late.close();
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

  test('has its settings at once while it counts for a match, and the table its name', async () => {
    const { live, other } = table;
    await owner.temples.set(TEMPLE, { name: 'Copal', light: 20, debounceMs: 44, swapped: true });
    await twin.until('its name', ({ display }) => display.name === 'Copal' && display.light === 20);
    expect(twin.device.flash.wanted).toMatchObject({ debounceMs: 44, swapped: true });
    await other.until((one) => templeAt(one)?.name === 'Copal');
    await toOffering(table, 1);
    const before = templeAt(other)?.war.applied ?? 0;
    twin.drop('rain');
    await other.until((one) => templeAt(one)?.war.applied === before + 1);
    await owner.temples.set(TEMPLE, { swapped: false });
    await twin.until('its slots', ({ device }) => device.flash.wanted?.swapped === false);
    await live.resign();
    await other.until((one) => templeAt(one)?.counts === false);
  });

  test('that another player claims by its code refuses the bead that waited, and begins at nothing', async () => {
    const { held } = twin.display.slots.rain;
    twin.drop('rain');
    await twin.until('the bead is held', ({ display }) => display.slots.rain.held === held + 1);
    const from = acks.length;
    await hall.claim(guest);
    await twin.until('its new ledger', () => acks.length > from + 1);
    expect(acks.slice(from).map(({ last }) => last?.why)).toEqual(['unpaired', undefined]);
    expect(twin.ledger).toMatchObject({ sensed: NONE, applied: NONE, held: NONE, refused: NONE });
  });

  test('that its owner lets go of shows nothing of what that one gave', async () => {
    twin.drop('war');
    await twin.until('the bead is held', ({ display }) => display.slots.war.held === 1);
    await guest.temples.release(TEMPLE);
    await twin.until('it has no owner', ({ ledger }) => ledger?.last?.why === 'unpaired' && ledger.refused.war === 0);
    expect(twin.ledger).toMatchObject({ sensed: NONE, applied: NONE, held: NONE, refused: NONE });
    expect(twin.display.name).toBeUndefined();
  });

  test('that is forgotten while it is there goes on, for Home Assistant too', async () => {
    await hall.claim(owner);
    const known = home.heard.length;
    expect(await forget('there')).toEqual({ temple: TEMPLE, online: true });
    twin.drop('rain');
    await twin.until(
      'it has no owner',
      ({ ledger }) => ledger?.last?.slot === 'rain' && ledger.last.why === 'unpaired',
    );
    await home.until(() => JSON.parse(home.newest(topicOf('ack', TEMPLE)) ?? '{}').last?.slot === 'rain');
    expect(home.heard.slice(known).filter(({ text }) => text === '')).toEqual([]);
    const shown = [home.newest(topicOf('availability', TEMPLE)), home.newest(DISCOVERY)];
    expect(shown).toEqual(['online', expect.any(String)]);
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

test('two matches in a row: the second knows nothing of the beads of the first, and has those that fell in between', async () => {
  const hall = await Hall.open('aedes');
  onTestFinished(() => hall.close());
  const [owner, guest] = [await hall.person('Itzel'), await hall.person('Ameyali')];
  const twin = await hall.temple();
  await hall.claim(owner);
  const first = await hall.table(owner, guest);
  await toOffering(first, 2);
  twin.drop('war');
  await first.live.until((live) => templeAt(live)?.war.applied === 1);
  await first.other.resign();
  await first.live.until(({ isOver }) => isOver);

  for (const slot of ['rain', 'rain'] as const) twin.drop(slot);
  await twin.until('beads that wait', ({ ledger }) => ledger?.held.rain === 2);
  expect(twin.ledger).toMatchObject({ sensed: { war: 1, rain: 2 }, applied: { war: 1, rain: 0 } });
  expect(twin.ledger?.match).toBeUndefined();

  const second = await hall.table(owner, guest);
  expect(second.live.view.warTally).toBe(0);
  // With a single skull left, one of the beads may be given back.
  const fate = () => templeAt(second.live)?.rain ?? { applied: 0, refused: 0 };
  await toOffering(second, 1);
  await second.live.until(() => fate().applied + fate().refused === 2);
  await toOffering(second, 1);
  twin.drop('war');
  await second.live.until((live) => templeAt(live)?.war.applied === 2);
  expect(second.live.view).toMatchObject({ warTally: 1, rainTally: fate().applied });
  await twin.answered();
  expect(twin.ledger).toMatchObject({ sensed: { war: 2, rain: 2 }, held: { war: 0, rain: 0 }, match: second.live.id });
});
