/** Sums over many lives of a device are larger than what one life can count. */
import { Decoder, Encoder, Reflection } from '@colyseus/schema';
import { expect, test } from 'vitest';
import { SlotState, TempleState } from '../../state/table.ts';
import { MOST_COUNT } from '../../temple/beads.ts';
import { NEW_ACCOUNT, newBeads, sensed } from './account.ts';

const NEAR = MOST_COUNT - 1;
const coming = { at: 1, as: () => ({ why: 'not-your-turn' }) as const };
const inLife = (epoch: number) => ({ epoch, war: NEAR, rain: 0 });

test('two lives near the largest count arrive whole at a client', () => {
  const account = [1, 2].reduce((was, epoch) => sensed(was, inLife(epoch), coming), NEW_ACCOUNT);
  expect(account.sensed.war).toBe(2 * NEAR);
  const state = new TempleState();
  state.war = new SlotState().assign({ sensed: account.sensed.war, held: account.held.war });
  state.doubted = account.held.war;
  const encoder = new Encoder(state);
  const client = Reflection.decode(Reflection.encode(encoder)).state as InstanceType<typeof TempleState>;
  new Decoder(client).decode(encoder.encodeAll());
  expect([client.war.sensed, client.war.held, client.doubted]).toEqual([2 * NEAR, 2 * NEAR, 2 * NEAR]);
});

test('beads that no number could sum up exactly are not counted', () => {
  const full = { ...NEW_ACCOUNT, sensed: { war: Number.MAX_SAFE_INTEGER - 1, rain: 0 } };
  expect(newBeads(full, { epoch: 9, war: 1, rain: 2 })).toEqual({ war: 1, rain: 2 });
  expect(newBeads(full, { epoch: 9, war: 2, rain: 2 })).toEqual({ war: 0, rain: 2 });
});
