/** Understands what comes over one connection. */
import { type News, readFrame } from './frames.ts';
import { StateReader } from './stateReader.ts';

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
