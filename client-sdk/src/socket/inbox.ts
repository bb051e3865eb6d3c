/** Understands what comes over one connection. */
import { Decoder, Reflection } from '@colyseus/schema';
import { plainState } from '@flower-war/protocol/names';
import { type News, readFrame } from './frames.ts';

export type Heard = News | { readonly kind: 'shown'; readonly state: unknown };

export class Inbox {
  private state: StateReader | undefined;

  /** Throws if the frame cannot be read. From then on the state would be wrong, so the connection must end. */
  read(bytes: Uint8Array): Heard {
    const frame = readFrame(bytes);
    switch (frame.kind) {
      case 'state':
        return { kind: 'shown', state: this.known().whole(frame.bytes) };
      case 'patch':
        return { kind: 'shown', state: this.known().patched(frame.bytes) };
      case 'joined':
        this.state = new StateReader(frame.reflection);
        return frame;
      default:
        return frame;
    }
  }

  private known(): StateReader {
    if (this.state === undefined) throw new Error('a state came before its description');
    return this.state;
  }
}

// Keeps the state of a room, which comes whole once and then in patches.

/** Throws at a structure that it does not know. The library would skip it, so that a wrong state would be shown. */
class StrictDecoder extends Decoder {
  override skipCurrentStructure(): never {
    throw new Error('the state does not fit its description');
  }
}

class StateReader {
  private readonly reflection: Uint8Array;
  private decoder: Decoder | undefined;

  constructor(reflection: Uint8Array) {
    this.reflection = reflection;
  }

  /** The whole state, which replaces all that came before. Throws if it cannot be read. */
  whole(bytes: Uint8Array): unknown {
    const { state, context } = Reflection.decode(this.reflection);
    this.decoder = new StrictDecoder(state, context);
    return this.patched(bytes);
  }

  /** The state with a patch. Throws if the patch cannot be read. */
  patched(bytes: Uint8Array): unknown {
    if (this.decoder === undefined) throw new Error('a patch came before the state');
    const it = { offset: 0 };
    this.decoder.decode(bytes, it);
    if (it.offset !== bytes.length) throw new Error('the state ends too soon');
    return plainState(this.decoder.state);
  }
}
