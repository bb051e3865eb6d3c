/**
 * The transcripts in protocol/vectors/socket hold what docs/socket.md says: a reader that knows nothing but that page
 * makes of their bytes what they promise, and meets no other form, operation or frame.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { merged } from './mergePatch.ts';
import { Bytes } from './reader/bytes.ts';
import { readDescription, stateOf } from './reader/description.ts';
import type { LiveState } from './reader/liveState.ts';
import { readMsgpack } from './reader/msgpack.ts';

const FOLDER = new URL('../../../protocol/vectors/socket/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
const seen = { operations: new Set<string>(), forms: new Set<number>() };

interface Frame {
  readonly from: 'server' | 'client';
  readonly hex: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

function linesOf(name: string): readonly [Readonly<Record<string, unknown>>, ...Frame[]] {
  const lines = readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)) as never;
}

const payloadOf = (bytes: Bytes) => {
  const payload = readMsgpack(bytes, seen.forms);
  expect(bytes.isAtEnd).toBe(true);
  return payload;
};

class Reader {
  private live: LiveState | undefined;
  private state: unknown;

  read(frame: Frame): void {
    const bytes = new Bytes(Buffer.from(frame.hex, 'hex'));
    const code = bytes.uint8();
    if (frame.from === 'client') return this.sent(code, bytes, frame);
    switch (code) {
      case 0x0a:
        return this.join(bytes, frame);
      case 0x0d:
        expect(bytes.number()).toBe(['private', 'events', 'talk', 'rematch'].indexOf(String(frame['message'])));
        return expect(payloadOf(bytes)).toEqual(frame['payload']);
      case 0x0e:
        this.live?.whole(bytes);
        this.state = frame['state'];
        return expect(this.live?.plain()).toEqual(this.state);
      case 0x0f:
        this.live?.patch(bytes);
        this.state = merged(this.state, frame['merge']);
        return expect(this.live?.plain()).toEqual(this.state);
      case 0x12:
        return expect(frame.kind).toBe('ping');
      case 0x16:
        expect([bytes.number(), bytes.uint8()]).toEqual([frame['request'], frame['status']]);
        return expect(payloadOf(bytes)).toEqual(frame['payload']);
      default:
        throw new Error(`no frame of the server begins with ${code}`);
    }
  }

  end(state: unknown): void {
    expect(this.live?.plain()).toEqual(state);
    for (const operation of this.live?.seen ?? []) seen.operations.add(operation);
  }

  private join(bytes: Bytes, frame: Frame): void {
    expect([bytes.text(bytes.uint8()), bytes.text(bytes.uint8())]).toEqual([frame['token'], frame['serializer']]);
    const described = bytes.take(bytes.number());
    expect(bytes.isAtEnd).toBe(true);
    const description = readDescription(new Bytes(described));
    expect(description).toEqual(frame['description']);
    this.live = stateOf(description);
  }

  private sent(code: number, bytes: Bytes, frame: Frame): void {
    if (code !== 0x15) return expect([code, bytes.isAtEnd]).toEqual([{ join: 0x0a, ping: 0x12 }[frame.kind], true]);
    expect(bytes.number()).toBe(frame['request']);
    bytes.number();
    expect(payloadOf(bytes)).toEqual(frame['payload']);
  }
}

describe.each(FILES)('%s', (name) => {
  const [head, ...frames] = linesOf(name);
  const end = frames.pop();

  test('a reader made from the documentation understands every frame', () => {
    const reader = new Reader();
    for (const frame of frames) reader.read(frame);
    reader.end(end?.['end']);
    expect(head['frames']).toBe(frames.length);
  });
});

test('the transcripts hold a live card, which is packed in another way', () => {
  const text = readFileSync(new URL('flower-war-end.jsonl', FOLDER), 'utf8');
  expect(text, 'give the scene of Flower War in recordAll.ts another seed').toContain('"live":true');
});

describe('docs/socket.md names', () => {
  const page = readFileSync(new URL('../../../docs/socket.md', import.meta.url), 'utf8');
  const hex = (byte: number) => byte.toString(16).padStart(2, '0');

  test('each operation that occurs', () => {
    expect(seen.operations.size).toBeGreaterThan(6);
    for (const operation of seen.operations) {
      const [kind, code = ''] = operation.split(/ (?=[0-9a-f]+$)/);
      expect(page).toMatch(
        new RegExp(`^\\| \`${code.padStart(2, '0')}\` \\|.*${kind === 'object' ? 'field' : kind}`, 'm'),
      );
    }
  });

  test('each form of msgpack that occurs', () => {
    expect(seen.forms.size).toBeGreaterThan(50);
    for (const form of seen.forms) if (form >= 0xc0 && form < 0xe0) expect(page).toContain(`\`${hex(form)}\``);
  });
});
