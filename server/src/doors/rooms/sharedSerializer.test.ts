/** States of several rooms, encoded in turn in the same buffers, as their clients decode them. */
import { Protocol } from '@colyseus/core';
import { type Decoder, Reflection, type Schema, schema, t } from '@colyseus/schema';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { SharedSerializer } from './guardedRoom.ts';

const Counted = schema({ n: t.uint32(), words: t.array('string') }, 'Counted');
const Named = schema({ name: t.string() }, 'Named');
const SEED = Number(process.env.SEED ?? 1);

/** A room with one client, which gets copies of what is sent, as `sendSafely` makes them. */
class Room<S extends Schema> {
  readonly state: S;
  readonly serializer = new SharedSerializer();
  private readonly decoder: Decoder;

  constructor(state: S) {
    this.state = state;
    this.serializer.reset(state);
    this.decoder = Reflection.decode(this.serializer.handshake());
    this.take(this.serializer.getFullState());
  }

  /** Sends what has changed. */
  patch(): void {
    const client = { state: 1, raw: (frame: Uint8Array) => this.take(frame) };
    this.serializer.applyPatches([client as never]);
  }

  get seen(): unknown {
    return this.decoder.state.toJSON();
  }

  private take(frame: Uint8Array): void {
    expect([Protocol.ROOM_STATE, Protocol.ROOM_STATE_PATCH]).toContain(frame[0]);
    this.decoder.decode(Uint8Array.prototype.slice.call(frame, 1));
  }
}

const counted = (n: number) => Object.assign(new Counted(), { n });

test('rooms that share buffers show each its own state, also a state that is larger than the buffer', () => {
  const chance = fastChance(SEED);
  const rooms = [new Room(counted(1)), new Room(counted(2)), new Room(counted(3))] as const;
  for (let change = 0; change < 300; change++) {
    const room = chance.pick(rooms);
    room.state.n = chance.die(1000);
    room.state.words.push('x'.repeat(chance.die(change % 50 === 49 ? 100_000 : 30)));
    room.patch();
    for (const one of rooms) expect(one.seen, `seed ${SEED}, change ${change}`).toEqual(one.state.toJSON());
  }
});

test('a state that was kept for the next client stays as it is while other rooms encode theirs', () => {
  const [one, other] = [new Room(counted(7)), new Room(counted(8))];
  one.patch();
  const kept = one.serializer.getFullState();
  const before = kept.slice();
  other.state.n = 9;
  other.patch();
  other.serializer.getFullState();
  expect(kept).toEqual(before);
  expect(one.serializer.getFullState()).toBe(kept);
  one.state.n = 10;
  expect(one.serializer.getFullState()).not.toEqual(before);
});

test('rooms of one kind share the description of their state, and rooms of another kind have their own', () => {
  const [one, same, another] = [new Room(counted(1)), new Room(counted(2)), new Room(new Named())];
  expect(one.serializer.handshake()).toBe(same.serializer.handshake());
  expect(another.serializer.handshake()).not.toEqual(one.serializer.handshake());
});
