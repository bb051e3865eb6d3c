import { describe } from 'vitest';
import { accessContract } from '../testing/access.contract.ts';
import { startAedes } from '../testing/guardedBrokers.ts';

describe('the embedded broker', () => accessContract({ start: startAedes, mayOverwrite: false }));
