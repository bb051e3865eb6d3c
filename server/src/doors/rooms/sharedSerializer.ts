/**
 * Encodes the states of all rooms in the same two buffers. Colyseus gives each room buffers of its own and a copy of the
 * description of its state, some ten kilobytes that an idle room keeps. `sendSafely` copies every state that it sends, so a buffer
 * is free again as soon as a method here returns.
 */
import { type Client, Protocol, SchemaSerializer } from '@colyseus/core';
import type { Schema } from '@colyseus/schema';

/** Far more than the state of a table or a list needs. The library takes a larger buffer for a state that is larger. */
const ROOMY_BYTES = 64 * 1024;
const patches = new Uint8Array(ROOMY_BYTES);
const states = new Uint8Array(ROOMY_BYTES);
states[0] = Protocol.ROOM_STATE;

/** The descriptions of the states, by their class. */
const handshakes = new WeakMap<object, Uint8Array>();

export class SharedSerializer extends SchemaSerializer<Schema> {
  override reset(state: Schema): void {
    super.reset(state);
    this.encoder.sharedBuffer = patches;
    this.fullEncodeBuffer = states;
  }

  /** Keeps a copy of the state until it changes, because many may come to the same table. */
  override getFullState(client?: Client): Uint8Array {
    const isKept = !this.needFullEncode && this.encoder.root.changes.next === undefined;
    const state = super.getFullState(client);
    if (isKept) return state;
    this.fullEncodeCache = Uint8Array.prototype.slice.call(state);
    return this.fullEncodeCache;
  }

  override applyPatches(...given: Parameters<SchemaSerializer<Schema>['applyPatches']>): boolean {
    const hasChanged = super.applyPatches(...given);
    this.encoder.sharedBuffer = patches; // a patch that was too large has left a larger buffer
    return hasChanged;
  }

  override handshake(): Uint8Array {
    const kind = this.encoder.state.constructor;
    const known = handshakes.get(kind);
    if (known !== undefined) return known;
    const own = super.handshake();
    handshakes.set(kind, own);
    return own;
  }
}
