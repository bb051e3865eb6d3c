/** The examples of docs/socket.md: bytes of the recorded transcripts, with what they mean. */
import { readFileSync } from 'node:fs';
import { Bytes } from './reader/bytes.ts';
import { type Description, readDescription, stateOf } from './reader/description.ts';
import type { Hear } from './reader/liveState.ts';

interface Frame {
  readonly from: 'server' | 'client';
  readonly hex: string;
  readonly kind: string;
  readonly message?: string;
  readonly payload?: unknown;
  readonly description?: Description;
}

type Row = readonly [hex: string, words: string];

const FOLDER = new URL('../../../protocol/vectors/socket/', import.meta.url);
const JOIN_AT = 1;
/** So many bytes of a longer example are shown. */
const WIDEST = 24;
const MOST_LETTERS = 90;
const FIRST_ROWS = 44;

function framesOf(name: string): readonly Frame[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.slice(1, -1).map((line) => JSON.parse(line) as Frame);
}

const bytesOf = ({ hex }: Frame) => new Bytes(Buffer.from(hex, 'hex'), JOIN_AT);

/** The examples by the names of the parts of the page. */
export const EXAMPLES: Readonly<Record<string, () => readonly string[]>> = {
  joinexample: () => lined(joinRows(first(framesOf('lobby'), ({ kind }) => kind === 'join')).head),
  descriptionexample: () => {
    const { description } = joinRows(first(framesOf('lobby'), ({ kind }) => kind === 'join'));
    return [...lined(description.slice(0, FIRST_ROWS)), '…'];
  },
  stateexample: () => lined(stateRows('tieqchieq', ({ kind }) => kind === 'state')),
  patchexamples: () =>
    PATCHES.flatMap(([file, what, fits]) => ['', what, ...lined([['0f', 'a patch'], ...stateRows(file, fits)])]),
  frameexamples: () => lined(framesOf('tieqchieq').slice(0, EXAMPLES_OF_FRAMES).map(frameRow)),
  privateexamples: () =>
    lined(
      framesOf('mexica-begin')
        .filter(({ message }) => message === 'private')
        .map(({ hex, payload }) => [shortened(hex), clipped(JSON.stringify(payload))] as const),
    ),
};

const EXAMPLES_OF_FRAMES = 30;

const PATCHES = [
  ['tieqchieq', 'A throw:', ({ hex }: Frame) => hex.includes('a6616374696e67')],
  [
    'tieqchieq',
    'An offer is declined, so that its list loses its only item:',
    ({ hex }: Frame) => hex.endsWith('4000'),
  ],
  ['lobby', 'A match goes from the list of the lobby:', ({ hex }: Frame) => hex.startsWith('0fff0140')],
] as const;

function joinRows(frame: Frame): { readonly head: readonly Row[]; readonly description: readonly Row[] } {
  const bytes = bytesOf(frame);
  const head: Row[] = [['0a', 'the first frame']];
  for (const what of ['a token', 'the serializer']) {
    const start = bytes.position;
    const text = bytes.text(bytes.uint8());
    head.push([bytes.since(start), `${what}, "${text}"`]);
  }
  const start = bytes.position;
  const length = bytes.number();
  head.push([bytes.since(start), `${length} bytes of description follow`]);
  const description: Row[] = [];
  readDescription(new Bytes(bytes.take(length)), (hex, words) => description.push([hex, words]));
  return { head, description };
}

/** What the bytes of the first patch or state that fits mean, after all that came before it. */
function stateRows(file: string, fits: (frame: Frame) => boolean): readonly Row[] {
  let rows: Row[] = [];
  const hear: Hear = (hex, words) => rows.push([hex, words]);
  const frames = framesOf(file);
  const live = stateOf(first(frames, ({ kind }) => kind === 'join').description ?? { types: [] }, hear);
  for (const frame of frames.filter(({ kind }) => kind === 'state' || kind === 'patch')) {
    rows = [];
    if (frame.kind === 'state') live.whole(bytesOf(frame));
    else live.patch(bytesOf(frame));
    if (fits(frame)) return rows;
  }
  throw new Error(`no frame of ${file} fits the example`);
}

function frameRow({ from, hex, kind, message, payload }: Frame): Row {
  const what = [from === 'client' ? 'client' : 'server', message ?? kind, payload && clipped(JSON.stringify(payload))];
  return [shortened(hex), what.filter((word) => word !== undefined).join(' ')];
}

const clipped = (text: string) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);
const shortened = (hex: string) => (hex.length > 2 * WIDEST ? `${hex.slice(0, 2 * WIDEST)}…` : hex);

function lined(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(([hex]) => hex.length));
  return rows.map(([hex, words]) => `${hex.padEnd(width)}  ${words}`);
}

function first(frames: readonly Frame[], fits: (frame: Frame) => boolean): Frame {
  const found = frames.find(fits);
  if (found === undefined) throw new Error('the transcripts have no such frame');
  return found;
}
