import { describe } from 'vitest';
import { HAPROXY, missingFor } from './proxies.ts';
import { proxyContract } from './proxy.contract.ts';

const missing = missingFor(HAPROXY);
describe.skipIf(missing !== undefined)(`haproxy${missing === undefined ? '' : `: ${missing}`}`, () =>
  proxyContract(HAPROXY),
);
