/** From a device without an owner to its first counted sacrifice, on all that `npm start` starts. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveMatch } from '@flower-war/client';
import { devicePassword } from '@flower-war/protocol/credentials';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { afterEach, expect, test } from 'vitest';
import { person } from '../support/people.ts';
import { startWholeHouse } from '../support/wholeHouse.ts';

const TEMPLE = 'templo-7f3a';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a device with the password from its flashing. The player holds nothing that belongs to it. */
async function newTemple(mqtt: string, folder: string): Promise<Twin> {
  const key = readFileSync(join(folder, 'temples.key'), 'utf8').trim();
  const fast = { bootMs: [5, 20] as const, reconnectMs: [20, 60] as const, seed: 8 };
  const twin = await startTwin({ broker: mqtt, id: TEMPLE, password: devicePassword(key, TEMPLE), ...fast });
  ends.push(() => twin.stop());
  await twin.connected();
  return twin;
}

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
  ends.push(() => rmSync(house.folder, { recursive: true }), house.stop);
  const twin = await newTemple(house.mqtt, house.folder);
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
  ends.push(() => live.close());
  await player.temples.bind(TEMPLE, made.match);
  await toOffering(live);
  const { rainTally } = live.view;
  twin.drop('rain');
  await live.until(({ view }) => view.rainTally === rainTally + 1);
  await twin.until('it is told', ({ ledger }) => ledger?.applied.rain === 1);
  expect(live.table.temples).toMatchObject([{ temple: TEMPLE, rain: { sensed: 1, applied: 1 }, war: { sensed: 0 } }]);
});
