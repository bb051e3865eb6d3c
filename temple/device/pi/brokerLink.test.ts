import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createBrokerLink, type Listeners } from './brokerLink.ts';

test.each(['mqtt', 'mqtts'])('over %s a connection that failed is logged once', async (protocol) => {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const { promise: failed, resolve: enough } = Promise.withResolvers<void>();
  let failures = 0;
  const linked = () => ++failures === 3 && enough();
  // No program listens on port 1.
  const spec = { url: `${protocol}://127.0.0.1:1`, id: 'templo-7f3a', password: 'secret', ca: undefined };
  const link = createBrokerLink({ ...spec, log, linked, listeners: {} as Listeners });
  onTestFinished(() => link.stop());
  await failed;
  // The last failure may be logged a moment later.
  expect([2, 3]).toContain(logged.length);
});
