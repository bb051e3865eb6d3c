/**
 * The transcripts in protocol/vectors/socket hold what docs/socket.md says: a reader that knows nothing but that page makes of their bytes
 * what they promise, and meets no other form, operation or frame. The clients in examples/ are such readers too, in whole matches.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { actions, MESSAGES, REQUESTS } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { Bytes, type LiveState, readDescription, readMsgpack, stateOf } from './liveState.ts';
import { merged, recordAll } from './recording.ts';
import { PARTS, refreshed } from './socketPage.ts';

const FOLDER = new URL('../../../protocol/vectors/socket/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
const PAGE = readFileSync(new URL('../../../docs/socket.md', import.meta.url), 'utf8');
const seen = { operations: new Set<string>(), forms: new Set<number>() };

interface Frame {
  readonly from: 'server' | 'client';
  readonly hex: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

class Reader {
  live: LiveState | undefined;
  private state: unknown;

  read(frame: Frame): void {
    const bytes = new Bytes(Buffer.from(frame.hex, 'hex'));
    const told = frame.from === 'client' ? this.sent(bytes, frame) : this.heard(bytes, frame);
    expect({ ...frame, ...told }).toEqual(frame);
    expect(bytes.isAtEnd).toBe(true);
  }

  /** What the bytes say, in the fields of a line. */
  private heard(bytes: Bytes, frame: Frame): object {
    switch (bytes.uint8()) {
      case 0x0a: {
        const [token, serializer] = [bytes.text(bytes.uint8()), bytes.text(bytes.uint8())];
        const description = readDescription(new Bytes(bytes.take(bytes.number())));
        this.live = stateOf(description);
        return { kind: 'join', token, serializer, description };
      }
      case 0x0d: {
        const number = bytes.number();
        const message = Object.entries(MESSAGES).find((entry) => entry[1] === number)?.[0];
        return { kind: 'message', message, payload: readMsgpack(bytes, seen.forms) };
      }
      case 0x0e:
        this.live?.whole(bytes);
        this.state = this.live?.plain();
        return { kind: 'state', state: this.state };
      case 0x0f:
        this.live?.patch(bytes);
        this.state = merged(this.state, frame['merge']);
        expect(this.live?.plain()).toEqual(this.state);
        return { kind: 'patch' };
      case 0x16: {
        const [request, status] = [bytes.number(), bytes.uint8()];
        return { kind: 'answer', request, status, payload: readMsgpack(bytes, seen.forms) };
      }
      default:
        throw new Error(`no frame of the server begins so: ${frame.hex}`);
    }
  }

  private sent(bytes: Bytes, { kind }: Frame): object {
    const code = bytes.uint8();
    if (code !== 0x15) return { kind: code === 0x0a ? 'join' : code === 0x12 ? 'ping' : `not ${kind}` };
    const [request, number] = [bytes.number(), bytes.number()];
    return { kind: 'request', request, action: REQUESTS[number], payload: readMsgpack(bytes, seen.forms) };
  }
}

test.each(FILES)('a reader made from the documentation understands every frame of %s', (name) => {
  const [head, ...frames] = readFileSync(new URL(name, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { end } = frames.pop();
  const reader = new Reader();
  for (const frame of frames) reader.read(frame);
  expect(reader.live?.plain()).toEqual(end);
  expect(head.frames).toBe(frames.length);
  for (const operation of reader.live?.seen ?? []) seen.operations.add(operation);
});

test('a new recording differs from the committed one in nothing but ids', async () => {
  const fresh = await recordAll();
  expect(FILES.toSorted()).toEqual([...fresh.keys()].map((name) => `${name}.jsonl`).toSorted());
  for (const [name, lines] of fresh) {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const kept = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8');
    expect(comparable(name, text), `${name}; if not: npm run do -- vectors`).toEqual(comparable(name, kept));
  }
});

/** Ids and tokens are drawn anew for each recording. The lobby gathers changes for a moment, so that only its end is always the same. */
function comparable(name: string, text: string): readonly string[] {
  const masked = text
    .replace(/"hex":"[0-9a-f]+"/g, '"hex":""')
    .replace(/"token":"[^"]+"/g, '"token":""')
    .replace(/"p-[0-9A-Z]{12}"/g, '"player"')
    .replace(/"[0-9A-Z]{8}"/g, '"match"');
  return masked.split('\n').slice(name === 'lobby' ? -2 : 0);
}

test('the transcripts hold a live card, which is packed in another way', () => {
  const text = readFileSync(new URL('flower-war-end.jsonl', FOLDER), 'utf8');
  expect(text, 'give the scene of Flower War in recording.ts another seed').toContain('"live":true');
});

describe('docs/socket.md', () => {
  test('says what the code and the transcripts say; if not: npm run docs', () => {
    expect(refreshed(PAGE)).toBe(PAGE);
    for (const name of PARTS) expect(PAGE).toContain(`<!-- generated: ${name} -->`);
  });

  test.each(Object.entries(actions))(
    'names as many elements of the payload of %s as its schema has',
    (name, schema) => {
      const tuples = 'options' in schema ? schema.options : [schema];
      const row = PAGE.split('\n').find((line) => line.includes(`| \`${name}\` |`)) ?? '';
      const written = [...row.matchAll(/\[([^\]]+)\]/g)].map(([, elements = '']) => elements.split(', ').length);
      expect(written).toEqual(tuples.map((tuple) => tuple.def.items.length));
    },
  );

  test('names each operation that occurs', () => {
    expect(seen.operations.size).toBeGreaterThan(6);
    for (const operation of seen.operations) {
      const [kind, code = ''] = operation.split(/ (?=[0-9a-f]+$)/);
      const what = kind === 'object' ? 'field' : kind;
      expect(PAGE).toMatch(new RegExp(`^\\| \`${code.padStart(2, '0')}\` \\|.*${what}`, 'm'));
    }
  });

  test('names each form of msgpack that occurs', () => {
    expect(seen.forms.size).toBeGreaterThan(50);
    for (const form of seen.forms) if (form >= 0xc0 && form < 0xe0) expect(PAGE).toContain(`\`${form.toString(16)}\``);
  });
});
