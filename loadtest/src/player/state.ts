/** Reads the state of a room with the library that wrote it. */
import { Decoder, Reflection, type Schema, type TypeContext } from '@colyseus/schema';
import { textOf } from './textOf.ts';

interface Shape {
  readonly context: TypeContext;
  readonly Root: new () => Schema;
}

/** All rooms of a game describe their state in the same bytes. Reading a description costs more than many patches. */
const known = new Map<string, Shape>();

/** Throws at a structure that it does not know. The library would skip it, so that a wrong state would be shown. */
class StrictDecoder extends Decoder {
  override skipCurrentStructure(): never {
    throw new Error('the state does not fit its description');
  }
}

export class State<S> {
  private readonly decoder: Decoder;

  constructor(description: Uint8Array) {
    const { context, Root } = shapeOf(description);
    this.decoder = new StrictDecoder(new Root(), context);
  }

  read(bytes: Uint8Array): S {
    const it = { offset: 0 };
    this.decoder.decode(bytes, it);
    if (it.offset !== bytes.length) throw new Error('the state ends too soon');
    return this.decoder.state as S;
  }
}

function shapeOf(description: Uint8Array): Shape {
  const key = textOf(description);
  const found = known.get(key);
  if (found !== undefined) return found;
  const { state, context } = Reflection.decode(description.slice());
  const shape = { context, Root: state.constructor as new () => Schema };
  known.set(key, shape);
  return shape;
}
