import { describe } from 'vitest';
import { CADDY, missingFor } from './proxies.ts';
import { proxyContract } from './proxy.contract.ts';

const missing = missingFor(CADDY);
describe.skipIf(missing !== undefined)(`caddy${missing === undefined ? '' : `: ${missing}`}`, () =>
  proxyContract(CADDY),
);
