import { type FlowerWarClient, RefusedError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { type DragEvent, useCallback, useMemo, useState } from 'react';
import { Problem, type Loading, useAsked } from '../../app/asked.tsx';
import { useTexts, useTitle } from '../../app/language.tsx';
import { useQuery, Way } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { OFFLINE } from '../../offline/texts.ts';
import type { ProofAnswer, ProofQuestion } from '../thinker.ts';
import type { ProvedKept } from '../local/keptMatch.ts';
import { Checked, CheckedKept, type ShownKept, type ShownProof } from './Checked.tsx';
import type { Given, Proved } from './prove.ts';
import { PROOF } from './texts.ts';
import './proof.css';

/** `?match=ID` of the server, `?replay=ID` of this device, or a file that the person chooses or drops. */
export function ProofPage() {
  const { title, intro, choose } = useTexts(PROOF);
  useTitle(title);
  const [file, setFile] = useState<File>();
  const [match, device] = [useQuery('match'), useQuery('replay')];
  const source = useMemo(() => file ?? sourceOf({ match, device }), [file, match, device]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setFile(event.dataTransfer.files[0] ?? file);
  };
  return (
    <main className="proof" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h1>{title}</h1>
      <p>{intro}</p>
      {source && <Proving key={keyOf(source)} source={source} />}
      <label className="chooser">
        {choose}
        <input type="file" onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? file)} />
      </label>
    </main>
  );
}

/** The id of a match of this server or of this device, or a file. */
type Source = { readonly match: string } | { readonly device: string } | File;

function sourceOf({
  match = '',
  device = '',
}: {
  readonly match?: string | undefined;
  readonly device?: string | undefined;
}) {
  if (match !== '') return { match };
  return device === '' ? undefined : { device };
}

const keyOf = (source: Source): string =>
  source instanceof File ? `${source.name} ${source.size} ${source.lastModified}` : JSON.stringify(source);

function Proving({ source }: { readonly source: Source }) {
  const { checking } = useTexts(PROOF);
  const [done, setDone] = useState<Done>();
  const { value: proved, error, again } = useProof(source, setDone);
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (proved === undefined)
    return (
      <p role="status" className="wait">
        {checking} {done && <progress value={done.moves} max={done.of} />}
      </p>
    );
  if (proved === 'gone') return <Gone />;
  return 'kept' in proved ? <CheckedKept proved={proved} /> : <Checked proved={proved} again={again} />;
}

function Gone() {
  const { noneHere, device } = useTexts(OFFLINE);
  return (
    <>
      <p role="alert">{noneHere}</p>
      <p className="others">
        <Way to={PAGES.device} text={device} />
      </p>
    </>
  );
}

// Finds the record of a match, or reads a file, and proves it.

interface Done {
  readonly moves: number;
  readonly of: number;
}

/** `gone`: this device does not keep the match any more. */
type Shown = ShownProof | ShownKept | 'gone';

function useProof(source: Source, told: (done: Done) => void): Loading<Shown> {
  const { client } = usePlayer();
  return useAsked(useCallback(() => proofOf({ client, told }, source), [client, told, source]));
}

interface Tools {
  readonly client: FlowerWarClient;
  readonly told: (done: Done) => void;
}

async function proofOf({ client, told }: Tools, source: Source): Promise<Shown> {
  if ('match' in source) return proofOfRecord(client, await client.history.record(source.match));
  if ('device' in source) {
    const { PLAYED } = await import('../local/LocalTable.tsx');
    const kept = PLAYED.value().find(({ seed }) => `${seed}` === source.device);
    if (kept === undefined) return 'gone';
    const record = `${JSON.stringify(kept)}\n`;
    return { ...(await proveKeptAside(record, told)), record, isHere: true };
  }
  const record = new Uint8Array(await source.arrayBuffer());
  const text = new TextDecoder().decode(record);
  const { isKept } = await import('../local/keptMatch.ts');
  if (!isKept(text)) return proofOfRecord(client, record);
  return { ...(await proveKeptAside(text, told)), record: text, isHere: false };
}

async function proofOfRecord(client: FlowerWarClient, record: ShownProof['record']): Promise<ShownProof> {
  const asked = [answered(parentOf(client, record)), answered(client.history.keys())] as const;
  const [parent, keys] = await Promise.all(asked);
  const proved = await proveAside({ record, parent: parent.value });
  const { verdict } = proved;
  const isOwnKey = verdict.ok ? keys.value?.includes(verdict.signedBy) : undefined;
  const summary = verdict.ok && isOwnKey ? await client.match(verdict.match).catch(() => undefined) : undefined;
  return { ...proved, record, isOwnKey, summary, unanswered: parent.unanswered ?? keys.unanswered };
}

/** The record of the match that this one goes on from. */
async function parentOf(client: FlowerWarClient, record: ShownProof['record']): Promise<string | undefined> {
  const parent = parentIn(record);
  return parent === undefined ? undefined : client.history.record(parent);
}

/** What the server does not show, it refuses. Without an answer it may be asked again. */
const answered = <T,>(asked: Promise<T>): Promise<{ readonly value?: T; readonly unanswered?: Error }> =>
  asked.then(
    (value) => ({ value }),
    (error: Error) => (error instanceof RefusedError ? {} : { unanswered: error }),
  );

function parentIn(record: ShownProof['record']): string | undefined {
  const text = typeof record === 'string' ? record : new TextDecoder().decode(record);
  try {
    const { from } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { readonly from?: { readonly match?: string } };
    return from?.match;
  } catch {
    return undefined; // `verify` says what is wrong
  }
}

// Verifies a record in a worker, or in the page where browsers have none.

/** The longest honest record takes a few seconds. */
const PATIENCE_MS = 60_000;

const ENDLESS: Proved = {
  verdict: {
    ok: false,
    line: 1,
    code: 'parent',
    problem: 'the rules run for ever with the state that it goes on from',
  },
  failed: 'played',
  flawed: undefined,
  facts: undefined,
};

async function proveAside(given: Given): Promise<Proved> {
  const worker = madeWorker(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  try {
    return worker === undefined ? await proveHere(given) : await provedBy(worker, given);
  } finally {
    worker?.terminate();
  }
}

/** Rules can run for ever only with a state that the record itself brings along. */
function provedBy(worker: Worker, given: Given): Promise<Proved> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(ENDLESS), PATIENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<Proved>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = () => {
      clearTimeout(timer);
      proveHere(given).then(resolve, reject);
    };
    worker.postMessage(given);
  });
}

const proveHere = async (given: Given): Promise<Proved> => (await import('./prove.ts')).prove(given);

/** It needs no patience: the rules are those of today, and the moves are counted. */
async function proveKeptAside(text: string, told: Tools['told']): Promise<ProvedKept> {
  const here = async () => (await import('../local/keptMatch.ts')).proveKept(text, (moves, of) => told({ moves, of }));
  const made = () => new Worker(new URL('../thinker.ts', import.meta.url), { type: 'module' });
  const worker = madeWorker(made);
  if (worker === undefined) return here();
  const answered = new Promise<ProvedKept>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ProofAnswer>) => ('of' in data ? told(data) : resolve(data));
    worker.onerror = () => here().then(resolve, reject);
    worker.postMessage({ text } satisfies ProofQuestion);
  });
  return answered.finally(() => worker.terminate());
}

/** Older browsers have no workers that are modules. */
function madeWorker(make: () => Worker): Worker | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
