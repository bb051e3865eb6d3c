/**
 * npm run do -- refused-records: writes protocol/vectors/dice.json and the refused records: an honest record with one flaw each, sealed anew
 * where that hides the flaw. Then npm run format.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { verify } from '@flower-war/protocol';
import { commandLine } from '@flower-war/protocol/command-line';
import { signerOf } from '@flower-war/protocol/hosting';
import { engine } from '@flower-war/rules';
import { type Forge, forge, Scribe, SIGNER } from '../src/protocol/scribe.ts';
import { diceOf } from '../src/vectors/recordDice.ts';

commandLine({ name: 'do -- refused-records', does: 'writes protocol/vectors/dice.json and the refused records' });

const FORGER = signerOf('66'.repeat(32));

/** Changes of the bytes alone: every reader finds them without rules. */
const BYTES: readonly (readonly [name: string, about: string, change: (text: string) => string])[] = [
  ['empty', 'an empty file', () => ''],
  ['no-last-line-feed', 'the last line feed is missing', (text) => text.slice(0, -1)],
  ['carriage-return', 'a line ends with CR LF', (text) => text.replace('\n', '\r\n')],
  ['byte-order-mark', 'a byte order mark', (text) => `\u{feff}${text}`],
  ['cut', 'the last line is missing', (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
  ['line-left-out', 'the third line is missing', (text) => text.split('\n').toSpliced(2, 1).join('\n')],
  ['lines-swapped', 'two lines are swapped', swapped],
  ['space', 'a space in a line', (text) => text.replace('"kind":"started"', '"kind": "started"')],
  ['changed-move', 'another move, with the old hash', (text) => text.replace('"move":"toss"', '"move":"stay"')],
  ['changed-hash', 'another hash', (text) => text.replace(/"hash":"[0-9a-f]{4}/, '"hash":"0000')],
  ['blank-line', 'a blank line in the middle', (text) => text.replace('\n', '\n\n')],
];

/** Changes with all hashes computed anew, and the signature too: only their meaning is wrong. */
const MEANING: readonly (readonly [name: string, about: string, change: Forge])[] = [
  ['other-secret', 'a secret that does not fit the commitment', (b) => (b.at(-1).secret = '11'.repeat(32))],
  ['contribution', 'another contribution, so other dice', (b) => (b[1].contribution = '11'.repeat(16))],
  ['match-id', 'another match id, so other dice', (b) => (b[0].match = 'OTHER')],
  ['wrong-number', 'a wrong number of an entry', (b) => (b[5].seq = 7)],
  ['unknown-field', 'a field that no entry has', (b) => (b[4].note = 'x')],
  ['unknown-kind', 'a kind of entry that does not exist', (b) => (b[4].kind = 'wished')],
  ['unknown-game', 'a game that does not exist', (b) => (b[0].game = 'chess')],
  ['unknown-rules', 'rules that do not exist', (b) => (b[0].rulesVersion = 999)],
  ['unknown-option', 'an option that does not exist', (b) => (b[0].options.cheat = true)],
  ['illegal-move', 'a move that is not legal', (b) => (b[b.findIndex(isToss)].move = 'stay')],
  [
    'other-seat',
    'a move of the seat whose turn it is not',
    (b) => (b[b.findIndex(isToss)].seat = 1 - b[b.findIndex(isToss)].seat),
  ],
  ['bot-for-person', 'a move of a bot where a person sits', (b) => (b[b.findIndex(isToss)].by = 'bot')],
  ['seat-taken-twice', 'a seat that is taken twice', (b) => (b[2].seat = 0)],
  ['other-result', 'a result that the rules do not give', (b) => (b.at(-1).result.winners = [])],
  ['other-checksum', 'the checksum of another state', (b) => (b[32].check = '11'.repeat(8))],
  ['no-checksum', 'a missing checksum', (b) => delete b[32].check],
];

const isToss = ({ move }: { readonly move?: string }) => move === 'toss';

const FOLDER = new URL('../../protocol/vectors/', import.meta.url);
const RECORDS = ['record.jsonl', 'record2.jsonl'];

const dice = await Promise.all(RECORDS.map((name) => diceOf(name, readFileSync(new URL(name, FOLDER), 'utf8'))));
const entries = dice.map(({ entries, ...head }) => {
  const lines = entries.map((entry) => `      ${JSON.stringify(entry)}`).join(',\n');
  return `  ${JSON.stringify(head).slice(0, -1)}, "entries": [\n${lines}\n  ]}`;
});
writeFileSync(new URL('dice.json', FOLDER), `[\n${entries.join(',\n')}\n]\n`);

const lines: string[] = [];
for (const { name, about, bytes } of refusedRecords()) {
  const verdict = await verify(bytes, engine);
  if (verdict.ok) throw new Error(`${name} is not refused`);
  const { line } = verdict;
  const [problem] = verdict.problem.split(' Expected'); // what is expected there grows with time
  writeFileSync(new URL(`refused/${name}.jsonl`, FOLDER), bytes);
  lines.push(`  ${JSON.stringify({ file: `${name}.jsonl`, about, line, problem })}`);
}
writeFileSync(new URL('refused/index.json', FOLDER), `[\n${lines.join(',\n')}\n]\n`);

function refusedRecords(): readonly { readonly name: string; readonly about: string; readonly bytes: Buffer }[] {
  const honest = new Scribe({ turnCap: 20 }).start('player', 'player').play().end();
  const { text, lines } = honest;
  const brokenByte = Buffer.from(text);
  brokenByte[text.indexOf('"toss"') + 1] = 0xff;
  return [
    ...BYTES.map(([name, about, change]) => ({ name, about, bytes: Buffer.from(change(text)) })),
    { name: 'not-utf-8', about: 'a byte that is not UTF-8', bytes: brokenByte },
    ...MEANING.map(([name, about, change]) => ({ name, about, bytes: Buffer.from(forge(lines, change, SIGNER)) })),
    {
      name: 'signature',
      about: 'a signature that does not fit the key: another key signed, and the name of the first one stands there',
      bytes: Buffer.from(
        withKeyOf(
          text,
          forge(lines, () => {}, FORGER),
        ),
      ),
    },
  ];
}

/** The signature of the forger under the key of the server, with hashes that fit. */
function withKeyOf(honest: string, forged: string): string {
  const keyOf = (text: string) => /"key":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
  const lines = forged
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(keyOf(forged), keyOf(honest)));
  return forge(lines, () => {});
}

function swapped(text: string): string {
  const lines = text.split('\n');
  return [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n');
}
