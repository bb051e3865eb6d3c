import { topicOf } from '@flower-war/protocol/temple';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dialOnce } from './brokerClients.fixture.ts';
import { noMosquitto, startAedes, startMosquitto } from './guardedBrokers.ts';

const OWN = 'templo-7f3a';
const missing = noMosquitto();
const BROKERS = [
  { name: 'aedes', start: startAedes, isMissing: false },
  {
    name: `mosquitto${missing === undefined ? '' : `: ${missing}`}`,
    isMissing: missing !== undefined,
    start: () => startMosquitto({ devices: [OWN] }),
  },
];

describe.each(BROKERS)('a broker to test against: $name', ({ start, isMissing }) => {
  it.skipIf(isMissing)('dies at once and comes back where it was, with the same passwords', async () => {
    const broker = await start();
    onTestFinished(broker.stop);
    const own = await dialOnce(broker, OWN);
    await broker.kill();
    await vi.waitFor(() => expect(own.isOpen()).toBe(false), { timeout: 20_000 });
    await broker.restart();
    const [bridge, again] = [await dialOnce(broker, 'bridge'), await dialOnce(broker, OWN)];
    await again.listen(topicOf('ack', OWN));
    await bridge.say(topicOf('ack', OWN), 'after');
    await again.hears('after');
  });
});
