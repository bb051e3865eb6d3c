import { afterPrivate, NOTHING_TOLD, type Private, type PrivateMessage } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { unpack } from 'msgpackr';
import { expect, test } from 'vitest';
import { SeatMessages } from './sitters.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const SEAT = 1;

/** One connection of the seat, as a client reads it. */
class Reader {
  shown: Private | undefined;
  private told = NOTHING_TOLD;

  take(frame: Uint8Array): void {
    const next = afterPrivate(this.told, unpack(frame.subarray(2)) as PrivateMessage, SEAT);
    this.told = next.told;
    this.shown = next.shown;
  }
}

test(`connections that join at any time show the same as all others, seed ${SEED}`, () => {
  const chance = fastChance(SEED);
  const messages = new SeatMessages();
  const readers: Reader[] = [];
  let now: Private = { table: 0, step: 0, seat: SEAT, legal: [], view: {} };
  const moves = ['roll', 'done', 'pass', 'offer war', 'offer rain'];
  for (let step = 1; step <= 500; step++) {
    const legal = chance.shuffle(moves).slice(0, chance.die(5));
    const view = chance.coin() ? now.view : { hand: chance.shuffle(['W01', 'R02']) };
    now = { table: step, step, seat: SEAT, ...(chance.coin() ? { decision: step, legal } : { legal: [] }), view };
    const next = messages.next(now);
    for (const reader of readers) reader.take(next);
    if (chance.die(4) === 1) {
      const late = new Reader();
      late.take(messages.whole(now));
      readers.push(late);
    }
    for (const reader of readers) expect(reader.shown).toEqual(now);
  }
});
