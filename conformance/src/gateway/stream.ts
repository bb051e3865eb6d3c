/** One stream of the plain door through the gateway: line after line, each of which a scenario may change, hold or swallow. */
import type { ServerResponse } from 'node:http';
import type { StreamLine, StreamLineOf } from '@flower-war/protocol';

/** The stream is lost: lines that still pass, half of a line, and whether the connection breaks or the answer ends. */
export interface Loss {
  readonly by: 'break' | 'end';
  readonly first?: readonly object[];
  readonly half?: object;
}

type Passed = readonly object[] | Loss;

export interface LineTampering {
  /** The lines that pass instead of this one, or how the stream is lost. It may take its time. */
  readonly line?: (line: StreamLine, stream: Stream) => Passed | Promise<Passed>;
}

export class Stream {
  /** How many lines came from the server, without heartbeats. */
  lines = 0;
  isSilent = false;
  private readonly response: ServerResponse;
  private readonly tampering: () => LineTampering;

  constructor(response: ServerResponse, tampering: () => LineTampering) {
    this.response = response;
    this.tampering = tampering;
  }

  /** Passes the lines on until one side ends. `shown` gets the step of each line that passed as a whole. */
  async pass(body: AsyncIterable<Uint8Array>, shown: (step: number) => void): Promise<void> {
    for await (const text of linesOf(body)) {
      const line: StreamLine = JSON.parse(text);
      if (line.kind !== 'heartbeat') this.lines++;
      const passed = await (this.tampering().line?.(line, this) ?? [line]);
      if (this.response.destroyed || this.isSilent) continue;
      const isLoss = 'by' in passed;
      const whole = isLoss ? (passed.first ?? []) : passed;
      for (const one of whole) if (isShowing(one)) shown(one.step);
      await this.write(whole.map(textOf).join(''));
      if (isLoss) return this.lose(passed);
    }
    if (!this.isSilent) this.response.end();
  }

  /** Breaks the connection, without a farewell. */
  cut(): void {
    this.response.destroy();
  }

  /** From now on nothing passes, but nothing ends: as when a router has forgotten the connection. */
  fallSilent(): void {
    this.isSilent = true;
  }

  private async lose({ by, half }: Loss): Promise<void> {
    if (half !== undefined) {
      const bytes = Buffer.from(textOf(half));
      await this.write(bytes.subarray(0, bytes.length / 2));
    }
    if (by === 'end') this.response.end();
    else this.response.destroy();
  }

  private async write(bytes: string | Uint8Array): Promise<void> {
    if (bytes.length > 0) await new Promise<void>((resolve) => this.response.write(bytes, () => resolve()));
  }
}

/** Lines of other kinds may have a step that is none. */
function isShowing(line: object): line is StreamLineOf<'state' | 'step'> {
  return 'kind' in line && (line.kind === 'state' || line.kind === 'step');
}

const textOf = (line: object) => `${JSON.stringify(line)}\n`;

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
