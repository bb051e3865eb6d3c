/** The server as the simulator of the house begins it. */
import { readConfig } from '../src/base/config.ts';
import { startServer } from '../src/server.ts';
import { StoreError } from '../src/store/engine/engine.ts';

const code = { readConfig, startServer, StoreError };

export type ServerCode = typeof code;

export { readConfig, StoreError, startServer };
