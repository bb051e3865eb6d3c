import { seeded } from './device/seededRandom.ts';
import { FaultyProxy } from './network/faultyProxy.ts';
import type { TwinOptions } from './network/network.ts';
import { Twin } from './network/twin.ts';

export * from './core.ts';
export * from './script/script.ts';

/** Starts a twin, which begins to boot. `connected()` waits for its connection. */
export async function startTwin(options: TwinOptions): Promise<Twin> {
  const random = seeded(options.seed ?? Math.floor(Math.random() * 2 ** 32));
  const broker = new URL(options.broker);
  const port = Number(broker.port) || (broker.protocol === 'mqtts:' ? 8883 : 1883);
  const network = new FaultyProxy({ host: broker.hostname.replace(/^\[|\]$/g, ''), port }, random);
  await network.open();
  const twin = new Twin({ options, random, network, start: startTwin });
  twin.powerOn();
  return twin;
}
