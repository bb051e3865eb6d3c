/** The options of subscriptions in MQTT 5, which 3.1.1 does not know. */
import { topicOf } from '@flower-war/protocol/temple';
import type { ISubscription } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import {
  enter,
  OWN,
  publish,
  settled,
  startedBroker,
  subscribe,
  texts,
  WITHIN,
  wish,
} from '../../testing/rawMqtt5Client.fixture.ts';
import { REASON } from './properties.ts';

const ODOMETER = topicOf('odometer', OWN);
const STATUS = topicOf('homeStatus', '');

describe('subscriptions', () => {
  it('have identifiers, all of which come with a message that several match', async () => {
    const broker = await startedBroker();
    const [own, home] = [await enter(broker, OWN), await enter(broker, 'home')];
    await subscribe(home, [wish('templo/v1/+/odometer')], 2);
    await subscribe(home, [wish(ODOMETER), wish(topicOf('info', OWN))], 300);
    await subscribe(home, [wish('templo/v1/#')]);
    for (const topic of [ODOMETER, topicOf('info', OWN), topicOf('availability', OWN)]) {
      own.send(publish(topic, topic));
      await settled(own);
    }
    const identifiers = () => home.of('publish').map(({ properties }) => properties?.subscriptionIdentifier);
    await expect.poll(identifiers, WITHIN).toEqual([[2, 300], 300, undefined]);
  });

  it.each([
    ['live messages without the flag', {}, [true, false]],
    ['live messages as they were published', { rap: true }, [true, true]],
    ['no retained messages', { rh: 2 }, [false]],
    ['no retained messages, but live ones as they were published', { rh: 2, rap: true }, [true]],
    ['retained messages if the subscription is new', { rh: 1 }, [true, false]],
  ])('that wish it get %s', async (_what, options: Partial<ISubscription>, flags) => {
    const broker = await startedBroker();
    const [own, home] = [await enter(broker, OWN), await enter(broker, 'home')];
    own.send(publish(ODOMETER, 'before', { retain: true }));
    await settled(own);
    await subscribe(home, [wish('templo/v1/+/odometer', options)]);
    await settled(home);
    if (options.rh === 1) await subscribe(home, [wish('templo/v1/+/odometer', options)]);
    own.send(publish(ODOMETER, 'after', { retain: true }));
    await settled(own);
    await settled(home);
    await expect.poll(() => home.of('publish').map(({ retain }) => retain), WITHIN).toEqual(flags);
  });

  it('leave out messages of the client itself, if it wishes so', async () => {
    const broker = await startedBroker();
    const [home, other] = [await enter(broker, 'home'), await enter(broker, 'home', { clientId: 'second' })];
    await subscribe(home, [wish(STATUS, { nl: true })]);
    await subscribe(other, [wish(STATUS)]);
    home.send(publish(STATUS, 'own'));
    await settled(home);
    other.send(publish(STATUS, 'of the other'));
    await settled(other);
    await settled(home);
    await expect.poll(() => texts(other), WITHIN).toEqual(['own', 'of the other']);
    await expect.poll(() => texts(home), WITHIN).toEqual(['of the other']);
  });

  it('end with UNSUBSCRIBE, and begin anew with the next SUBSCRIBE', async () => {
    const broker = await startedBroker();
    const [own, home] = [await enter(broker, OWN), await enter(broker, 'home')];
    const subscriptions = [wish(ODOMETER)];
    home.send(
      { cmd: 'subscribe', messageId: 1, subscriptions },
      { cmd: 'unsubscribe', messageId: 2, unsubscriptions: [ODOMETER] },
      { cmd: 'subscribe', messageId: 3, subscriptions },
    );
    await home.hears('suback', 3);
    own.send(publish(ODOMETER, 'heard'));
    await settled(own);
    await settled(home);
    await expect.poll(() => texts(home), WITHIN).toEqual(['heard']);
    home.send({ cmd: 'unsubscribe', messageId: 4, unsubscriptions: [ODOMETER] });
    await home.hears('unsuback', 4);
    own.send(publish(ODOMETER, 'unheard'));
    await settled(own);
    await settled(home);
    expect(texts(home)).toEqual(['heard']);
  });
});

it('of a device are so few that they fill no memory', async () => {
  const broker = await startedBroker();
  const greedy = await enter(broker, OWN);
  const parts = [
    ['templo', '+'],
    ['v1', '+'],
    [OWN, '+'],
    ['ack', 'cmd', '+'],
    ['', '#'],
  ];
  const filters = parts.reduce((all, level) => all.flatMap((head) => level.map((part) => `${head}/${part}`)), ['']);
  for (const [at, filter] of filters.entries()) {
    const topic = filter.slice(1).replace(/\/$/, '');
    greedy.send({ cmd: 'subscribe', messageId: at + 1, subscriptions: [wish(topic)] });
  }
  expect(await greedy.hears('disconnect')).toMatchObject({ reasonCode: REASON.tooFast });
  expect(greedy.of('suback').filter(({ granted }) => granted[0] < 0x80).length).toBeLessThanOrEqual(32);
});
