/** From a device without an owner to its first counted sacrifice, on all that `npm start` starts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveMatch } from '@flower-war/client';
import { devicePassword } from '@flower-war/protocol/credentials';
import { startTwin } from '@flower-war/temple/twin';
import { expect, onTestFinished, test } from 'vitest';
import { person } from '../support/api.ts';
import { startWholeHouse } from '../support/server.ts';

const TEMPLE = 'templo-7f3a';

async function toOffering(live: LiveMatch<'flower-war'>): Promise<void> {
  for (let move = 0; move < 200; move++) {
    await live.until(({ legal }) => legal.length > 0);
    if (live.view.phase === 'offering') return;
    await live.play(live.legal.find((one) => one === 'done' || one === 'pass') ?? live.legal[0] ?? '');
  }
  throw new Error('the tribe never came to its step of offerings');
}

test('complaint 8, a new temple is paired by a knock of beads, and its first sacrifice counts: nothing secret is typed', async () => {
  const house = await startWholeHouse({ BOT_DELAY_MS: '0' });
  onTestFinished(house.stop);
  // The device has the password from its flashing. The player holds nothing that belongs to it.
  const password = devicePassword(readFileSync(join(house.folder, 'temples.key'), 'utf8').trim(), TEMPLE);
  const fast = { bootMs: [5, 20] as const, reconnectMs: [20, 60] as const, seed: 8 };
  const twin = await startTwin({ broker: house.mqtt, id: TEMPLE, password, ...fast });
  onTestFinished(() => twin.stop());
  await twin.until('a ledger', ({ ledger }) => ledger !== undefined);
  const player = await person(house.url, 'Itzel');
  const knock = await player.temples.knock();
  for (const slot of knock.order) {
    const { war, rain } = twin.counted;
    twin.drop(slot);
    await twin.until('the bead is counted', ({ counted }) => counted.war + counted.rain > war + rain);
    // Wait for the answer: one report of two beads would not tell their order, and the knock would begin again.
    await twin.answered();
  }
  expect(await player.temples.knocked(knock)).toBe(TEMPLE);
  const made = await player.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'random', seat: 1 }] });
  const live = await player.join(made, { seat: 0 });
  onTestFinished(() => void live.close());
  await player.temples.bind(TEMPLE, made.match);
  await toOffering(live);
  const { rainTally } = live.view;
  twin.drop('rain');
  await live.until(({ view }) => view.rainTally === rainTally + 1);
  await twin.until('it is told', ({ ledger }) => ledger?.applied.rain === 1);
  expect(live.table.temples).toMatchObject([{ temple: TEMPLE, rain: { sensed: 1, applied: 1 }, war: { sensed: 0 } }]);
});
