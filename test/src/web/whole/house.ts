/** Server, broker and bridge around a whole match. The server can be killed, and the line of one person be cut. */
import { createLog, startBridge } from '@flower-war/bridge';
import { startAedes } from '@flower-war/bridge/broker';
import { TempleLink } from '@flower-war/client';
import { claimCode, claimLink, twinLink } from '@flower-war/protocol/credentials';
import { freePort } from '@flower-war/protocol/hosting';
import { ChildServer } from '../../support/childServer.ts';
import { SilentProxy } from '../../support/sockets/silentProxy.ts';
import type { PageServer } from '../inBrowser.ts';
import { untilBuilt } from '../pageServer.ts';

const TOKEN = 'a-token-for-bridges-alone';

export interface House extends PageServer {
  /** Leads to the same server, over a line that can be cut. */
  readonly line: SilentProxy;
  /** By `kill -9`. It starts again on the same folder and port. */
  readonly killServer: () => Promise<void>;
  /** The paths of a temple's label, and of its twin. */
  readonly labelOf: (temple: string) => string;
  readonly twinOf: (temple: string) => string;
}

export async function openHouse(): Promise<House> {
  const broker = await startAedes();
  const url = `mqtt://127.0.0.1:${broker.port}`;
  // The key of the temples lies in the folder of the broker.
  const parts = { BRIDGE_TOKEN: TOKEN, TEMPLE_BROKER: url, DATA_DIR: broker.folder };
  const server = new ChildServer(await freePort(), { WEB: 'on', BOT_DELAY_MS: '0', ...parts });
  server.isHeard = false;
  await server.start();
  const address = server.url;
  const { username: user, password } = broker.login('bridge');
  const bridge = startBridge({
    instance: 'page',
    version: '0.0.0',
    homeAssistant: false,
    broker: { url, user, password },
    link: new TempleLink({ url: address, token: TOKEN }),
    log: createLog({ LOG_LEVEL: 'silent' }),
  });
  const line = await SilentProxy.before(address);
  return {
    address,
    line,
    killServer: async () => {
      await server.end('SIGKILL');
      await server.start();
      await untilBuilt({ address });
    },
    labelOf: (temple) => claimLink(address, temple, claimCode(broker.key, temple)).slice(address.length),
    twinOf: (temple) => twinLink(address, temple, broker.login(temple).password).slice(address.length),
    stop: async () => {
      line.stop();
      await bridge.stop();
      await server.end('SIGTERM');
      await broker.stop();
    },
  };
}
