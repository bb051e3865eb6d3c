import { expect, test } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import { BannedNetworks } from './bannedNetworks.ts';

test('a ban holds, although an older answer of the store comes late', async () => {
  const { networkBans } = memoryStore().stores;
  const held = Promise.withResolvers<void>();
  let answers = 0;
  const all: typeof networkBans.all = async (now) => {
    const found = await networkBans.all(now);
    if (++answers === 1) await held.promise;
    return found;
  };
  const networks = new BannedNetworks({ store: { ...networkBans, all }, now: () => 1, tellOthers: () => {} });
  const early = networks.read();
  const banning = networks.ban({ network: '203.0.113.7', address: '198.51.100.1' });
  await expect.poll(() => networkBans.all(1)).toHaveLength(1);
  held.resolve();
  await Promise.all([early, banning]);
  expect(networks.has('203.0.113.7')).toBe(true);
});
