/**
 * `npm run do -- verify FILE [--parent FILE] [--key HEX | --url SERVER]`: says what a record proves, or its first wrong
 * line.
 */
import { Worker } from 'node:worker_threads';
import { type Proof, pathTo, publishedKeys, type RecordFile, type RecordVerdict } from '@flower-war/protocol';
import { commandLine } from '@flower-war/protocol/command-line';
import { type KeyCheck, proofWords } from './recordWords.ts';
import { complain, type Given, judge, readRecordFile, runTool, say, Unusable } from './recordFile.ts';

const { values, words } = commandLine({
  name: 'do -- verify',
  does: 'says what the record of a match proves',
  words: { of: 'FILE', least: 1, most: 1, tells: 'the record; - reads the piped input' },
  flags: {
    parent: { kind: 'text', of: 'FILE', tells: 'the record of the match that it goes on from' },
    key: { kind: 'text', of: 'HEX', tells: 'the key that must have signed it' },
    url: { kind: 'text', of: 'SERVER', tells: 'the server that must have published that key' },
  },
});
const [file = ''] = words;
const TIMEOUT_MS = 10_000;

interface Trusted {
  readonly keys: readonly string[];
  readonly check: KeyCheck;
}

async function trustedKeys({ key, url }: typeof values): Promise<Trusted | undefined> {
  if (key !== undefined && url !== undefined) throw new Unusable('Choose one of --key and --url.');
  if (url !== undefined) return { keys: await keysOf(url), check: { kind: 'published', by: url } };
  if (key === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new Unusable('--key takes the 64 hexadecimal digits of an Ed25519 key.');
  return { keys: [key.toLowerCase()], check: { kind: 'given' } };
}

async function keysOf(url: string): Promise<readonly string[]> {
  try {
    const response = await fetch(new URL(pathTo('listKeys'), url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return publishedKeys.parse(await response.json()).keys.map(({ hex }) => hex);
  } catch {
    throw new Unusable(`${url} does not publish its keys: is a Flower War server running there?`);
  }
}

/** The record is whole, but its key is not the expected one. */
function disown({ entries, signedBy }: Proof, { check }: Trusted): number {
  const expected = check.kind === 'published' ? `one that ${check.by} publishes` : 'the key given';
  return complain(`line ${entries}: it is signed by the key ${signedBy}, which is not ${expected}`);
}

// Verifies a record in a thread of its own if its rules might run for ever, so that they can be stopped.

/** The longest honest record takes a few seconds. */
const PATIENCE_MS = 60_000;
const ENDLESS: RecordVerdict = {
  ok: false,
  line: 1,
  code: 'parent',
  problem: 'the rules run for ever with the state that it goes on from',
};

/** Rules can run for ever only with a state that the record itself brings along. */
function verifyGiven(given: Given): Promise<RecordVerdict> {
  const isFrom = (record: RecordFile = '') => firstLineOf(record).includes('"from":');
  return isFrom(given.record) || isFrom(given.parent) ? inThread(given, PATIENCE_MS) : judge(given);
}

function firstLineOf(record: RecordFile): string {
  const bytes = Buffer.from(record);
  const end = bytes.indexOf('\n');
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
}

async function inThread(given: Given, patienceMs: number): Promise<RecordVerdict> {
  const worker = new Worker(new URL('verifyThread.ts', import.meta.url), { workerData: given });
  try {
    return await verdictOf(worker, patienceMs);
  } finally {
    await worker.terminate();
  }
}

function verdictOf(worker: Worker, patienceMs: number): Promise<RecordVerdict> {
  return new Promise<RecordVerdict>((resolve, reject) => {
    const timer = setTimeout(() => resolve(ENDLESS), patienceMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => clearTimeout(timer));
  });
}

await runTool(async () => {
  const trusted = await trustedKeys(values);
  const parent = values.parent === undefined ? {} : { parent: await readRecordFile(values.parent) };
  const verdict = await verifyGiven({ record: await readRecordFile(file), ...parent });
  if (!verdict.ok) return complain(`line ${verdict.line}: ${verdict.problem}`);
  if (trusted === undefined) return say(proofWords(verdict, { kind: 'not-compared' }));
  return trusted.keys.includes(verdict.signedBy) ? say(proofWords(verdict, trusted.check)) : disown(verdict, trusted);
});
