/** A bridge and a fake server in a process of their own, for tests that stop or kill it. */

import { createLog, startBridge } from '../src/bridge.ts';
import { onceToldToStop } from '../src/runtime.ts';
import { FakeServer } from './fakeServer.ts';

const server = new FakeServer();
const bridge = startBridge({
  instance: 'child',
  version: '1.2.3',
  homeAssistant: false,
  broker: { url: process.argv[2] ?? '', user: 'bridge' },
  link: server.link(),
  log: createLog({ LOG_LEVEL: 'warn' }),
});
onceToldToStop(() => {
  void bridge.stop().then(() => process.exit(0));
});
