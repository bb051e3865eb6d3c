/** Reads the table from its description, its whole state and its patches. */
import { Decoder, Reflection } from '@colyseus/schema';
import { plainState, type TableJson } from '@flower-war/protocol';

export type Table = TableJson<Readonly<Record<string, unknown>>>;

class StrictDecoder extends Decoder {
  override skipCurrentStructure(): never {
    throw new Error('the state does not fit its description');
  }
}

export class TableReader {
  private readonly description: Buffer;
  private decoder: Decoder | undefined;

  constructor(description: Buffer) {
    this.description = description;
  }

  read(kind: 'state' | 'patch', bytes: Buffer): Table {
    if (kind === 'state') {
      const { state, context } = Reflection.decode(this.description);
      this.decoder = new StrictDecoder(state, context);
    }
    if (this.decoder === undefined) throw new Error('a patch came before the state');
    const it = { offset: 0 };
    this.decoder.decode(bytes, it);
    if (it.offset !== bytes.length) throw new Error('the state ends too soon');
    return plainState(this.decoder.state) as unknown as Table;
  }
}
