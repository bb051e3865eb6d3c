import { describe } from 'vitest';
import { accessContract } from './accounts/access.contract.ts';
import { startAedes } from './testing.ts';

describe('the embedded broker', () => accessContract({ start: startAedes, mayOverwrite: false }));
