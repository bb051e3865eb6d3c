import { describe } from 'vitest';
import { missingFor, NGINX } from './proxies.ts';
import { proxyContract } from './proxy.contract.ts';

const missing = missingFor(NGINX);
describe.skipIf(missing !== undefined)(`nginx${missing === undefined ? '' : `: ${missing}`}`, () =>
  proxyContract(NGINX),
);
