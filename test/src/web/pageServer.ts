/** Servers that serve the page: one in memory, and one with a broker, a bridge and devices that say what a test wants. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog, startBridge } from '@flower-war/bridge';
import { startAedes } from '@flower-war/bridge/broker';
import { TempleLink } from '@flower-war/client';
import type { Info } from '@flower-war/protocol';
import { claimCode, claimLink, twinLink } from '@flower-war/protocol/credentials';
import { type Parts, type Running, readConfig, startServer } from '@flower-war/server';

export type PageServer = Pick<Running, 'address' | 'stop'>;

const BUILT_WITHIN_MS = 240_000;

const SETTINGS = { PORT: '0', JOURNAL: 'memory', LIMITS: '0', BOT_DELAY_MS: '0', LOG_LEVEL: 'silent', WEB: 'on' };

export const startPageServer = (settings: Readonly<Record<string, string>> = {}, parts: Parts = {}): Promise<Running> =>
  startServer(readConfig({ ...SETTINGS, DATA_DIR: mkdtempSync(join(tmpdir(), 'page-')), ...settings }), parts);

/** As a browser asks. */
export const openAsBrowser = (address: string): Promise<Response> =>
  fetch(address, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

export async function untilBuilt({ address }: Pick<Running, 'address'>): Promise<void> {
  for (const since = Date.now(); Date.now() - since < BUILT_WITHIN_MS; await wait(50))
    if ((await openAsBrowser(address)).ok) return;
  throw new Error('the page was not built in time');
}

export const TOKEN = 'a-token-for-bridges-alone';
type Broker = Awaited<ReturnType<typeof startAedes>>;
type Bridge = ReturnType<typeof startBridge>;

const INFO: Info = { v: 1, hw: 'esp32', fw: '1.0', flash: 'wal', ui: ['leds:12'], configRev: 0 };

export interface TempleServer extends PageServer {
  readonly codeOf: (temple: string) => string;
  readonly passwordOf: (temple: string) => string;
  /** The paths of a temple's label, and of its twin. */
  readonly labelOf: (temple: string, code?: string) => string;
  readonly twinOf: (temple: string) => string;
  /** The device of a temple says what it is. */
  readonly know: (temple: string) => Promise<unknown>;
  /** It says what it has counted. */
  readonly count: (temple: string, war: number, rain?: number) => Promise<unknown>;
}

/** A bridge from this broker to the server at this address, which knows the token. */
export function bridgeTo(address: string, broker: Broker): Bridge {
  const { username: user, password } = broker.login('bridge');
  return startBridge({
    instance: 'page',
    version: '0.0.0',
    homeAssistant: false,
    broker: { url: `mqtt://127.0.0.1:${broker.port}`, user, password },
    link: new TempleLink({ url: address, token: TOKEN }),
    log: createLog({ LOG_LEVEL: 'silent' }),
  });
}

export async function startTempleServer(): Promise<TempleServer> {
  const broker = await startAedes();
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const server = await startPageServer({ BRIDGE_TOKEN: TOKEN, TEMPLE_BROKER: url }, { templeKey: broker.key });
  const { address } = server;
  const bridge = bridgeTo(address, broker);
  // A second bridge, which reports what no device has said.
  const link = new TempleLink({ url: address, token: TOKEN });
  link.open();
  await new Promise((resolve) => link.on('connected', resolve));
  const codeOf = (temple: string) => claimCode(broker.key, temple);
  const passwordOf = (temple: string) => broker.login(temple).password;
  return {
    address,
    codeOf,
    passwordOf,
    labelOf: (temple, code = codeOf(temple)) => claimLink(address, temple, code).slice(address.length),
    twinOf: (temple) => twinLink(address, temple, passwordOf(temple)).slice(address.length),
    know: (temple) => link.ask('info', { temple, info: INFO }),
    count: (temple, war, rain = 0) => link.ask('observe', { temple, odometer: { v: 1, epoch: 7, war, rain } }),
    stop: async () => {
      link.close();
      await bridge.stop();
      await server.stop();
      await broker.stop();
    },
  };
}
