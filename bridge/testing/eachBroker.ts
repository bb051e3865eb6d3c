/** Both kinds of brokers that the bridge must get on with. */
import { beforeEach, describe, test } from 'vitest';
import { hasMosquitto, startAedes, startMosquitto, type TestBroker } from './openBrokers.ts';

const BROKERS = [
  { name: 'aedes (MQTT 3.1.1)', start: startAedes, version: '3.1.1', isHere: true },
  { name: 'mosquitto (MQTT 5)', start: startMosquitto, version: '5', isHere: hasMosquitto },
];

export interface OnBroker {
  /** A test, which is skipped if the broker is not installed. */
  readonly that: ReturnType<typeof test.skipIf>;
  /** The newest version of MQTT that the broker speaks. */
  readonly version: string;
  /** Starts one more broker of the kind, which the test must end. */
  readonly start: () => Promise<TestBroker>;
  /** The broker of the test that runs. Each test has its own. */
  readonly broker: () => TestBroker;
}

export function onEachBroker(tests: (on: OnBroker) => void): void {
  describe.each(BROKERS)('on $name', ({ start, version, isHere }) => {
    let broker: TestBroker;
    beforeEach(async () => {
      if (isHere) broker = await start();
      return () => broker?.kill();
    });
    tests({ that: test.skipIf(!isHere), version, start, broker: () => broker });
  });
}
