/** The generated parts of docs/socket.md: the tables of messages and requests, and bytes of the recorded transcripts with their meaning. */
import { readFileSync } from 'node:fs';
import { type ActionName, MESSAGES, REQUESTS } from '@flower-war/protocol';
import { Bytes, type Description, type Hear, readDescription, stateOf } from './liveState.ts';

const SECTION = /(<!-- generated: ([a-z]+) -->\n)[\s\S]*?(<!-- end -->)/g;

const ABOUT_MESSAGES: Readonly<Record<keyof typeof MESSAGES, string>> = {
  private: 'a list: what changed for this seat',
  events: 'a list of maps with a `kind`: what happened, for animation',
  talk: 'a list of lines that people said: [Talk](protocol.md#talk)',
  rematch: 'a map with the field `match`: there the people of this match play once more',
  bulletin: 'a map with the fields `text` and `at`: what the host of the server tells all who are connected',
  explained:
    'what `GET /api/matches/{match}/moves` answers, for a connection that asked for it: [What moves do](protocol.md#the-socket)',
};

const ABOUT_REQUESTS: Readonly<Record<ActionName, string>> = {
  act: '[action id, decision, move]',
  resign: '[action id]',
  asks: '[action id, which windows]',
  offer: '[action id, what] or [action id, "pause", minutes]',
  reply: '[action id, whether it is accepted]',
  back: '[action id]',
  beads: '[action id, what is said about beads]',
  say: '[action id, text]',
  phrase: '[action id, phrase]',
  silence: '[action id, player, whether they are silenced]',
  habits: '[action id, which habits]',
};

const TABLES: Readonly<Record<string, () => readonly string[]>> = {
  messages: () => [
    '| number | message | payload |',
    '|---|---|---|',
    ...Object.entries(MESSAGES).map(([name, number]) => {
      return `| ${number} | \`${name}\` | ${ABOUT_MESSAGES[name as keyof typeof MESSAGES]} |`;
    }),
  ],
  requests: () => [
    '| number | action | payload |',
    '|---|---|---|',
    ...REQUESTS.map((name, number) => `| ${number} | \`${name}\` | ${ABOUT_REQUESTS[name]} |`),
  ],
};

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
/** How many bytes of a longer example are shown. */
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
const EXAMPLES: Readonly<Record<string, () => readonly string[]>> = {
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

/** A page with its generated parts as they must be now. */
export function refreshed(page: string): string {
  return page.replace(SECTION, (_, begin: string, name: string, end: string) => {
    const [table, example] = [TABLES[name], EXAMPLES[name]];
    if (table !== undefined) return `${begin}\n${table().join('\n')}\n\n${end}`;
    if (example === undefined) throw new Error(`nothing is generated under the name ${name}`);
    return `${begin}\n\`\`\`text\n${example().join('\n').trim()}\n\`\`\`\n\n${end}`;
  });
}

/** The names of all parts that are generated. */
export const PARTS: readonly string[] = [...Object.keys(TABLES), ...Object.keys(EXAMPLES)];
