/** The recorded transcripts, as this client reads and writes them: protocol/vectors/socket/README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterPrivate, MESSAGES, NOTHING_TOLD, type PrivateMessage } from '@flower-war/protocol/names';
import { expect, test } from 'vitest';
import { JOIN_FRAME, PING_FRAME, requestFrame } from './frames.ts';
import { type Heard, Inbox } from './roomSocket.ts';

const FOLDER = new URL('../../../protocol/vectors/socket/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));

type Fields = Readonly<Record<string, unknown>>;

const linesOf = (name: string) =>
  readFileSync(new URL(name, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Fields);

/** A merge patch as RFC 7396 says. */
function merged(before: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  const fields: Record<string, unknown> = isObject ? { ...before } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete fields[name];
    else fields[name] = merged(fields[name], value);
  }
  return fields;
}

const OWN_FRAMES: Readonly<Record<string, Uint8Array>> = { join: JOIN_FRAME, ping: PING_FRAME };

function written({ kind, request, action, payload }: Fields): Uint8Array | undefined {
  return kind === 'request' ? requestFrame(Number(request), String(action), payload) : OWN_FRAMES[String(kind)];
}

test('there are transcripts of every game', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(9);
});

test.each(FILES)('%s', (name) => {
  const [head, ...lines] = linesOf(name);
  const inbox = new Inbox();
  let state: unknown;
  let told = NOTHING_TOLD;
  const expectHeard = (heard: Heard, line: Fields): void => {
    switch (heard.kind) {
      case 'shown':
        state = line['kind'] === 'state' ? line['state'] : merged(state, line['merge']);
        return expect(heard.state).toEqual(state);
      case 'answer':
        return expect(heard).toMatchObject({ request: line['request'], isGiven: true, payload: line['payload'] });
      case 'message': {
        const number = MESSAGES[line['message'] as keyof typeof MESSAGES];
        expect(heard).toMatchObject({ name: String(number), payload: line['payload'] });
        if (number !== MESSAGES.private) return;
        const next = afterPrivate(told, heard.payload as PrivateMessage, Number(head?.['seat']));
        told = next.told;
        return expect(next.shown).toEqual(line['own']);
      }
      default:
        return expect(heard.kind).toBe({ join: 'joined', ping: 'pong' }[String(line['kind'])]);
    }
  };
  for (const line of lines.slice(0, -1)) {
    const bytes = Uint8Array.from(Buffer.from(String(line['hex']), 'hex'));
    if (line['from'] === 'server') expectHeard(inbox.read(bytes), line);
    else expect(written(line)).toEqual(bytes);
  }
  expect(state).toEqual(lines.at(-1)?.['end']);
});
