/** Keeps the state of a room, which comes whole once and then in patches. */
import { Decoder, Reflection } from '@colyseus/schema';
import { plainState } from '@flower-war/protocol/names';

/** Throws at a structure that it does not know. The library would skip it, so that a wrong state would be shown. */
class StrictDecoder extends Decoder {
  override skipCurrentStructure(): never {
    throw new Error('the state does not fit its description');
  }
}

export class StateReader {
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
