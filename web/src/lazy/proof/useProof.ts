/** Finds the record of a match, or reads a file, and proves it. */
import type { FlowerWarClient } from '@flower-war/client';
import { useCallback } from 'react';
import { usePlayer } from '../../app/player.tsx';
import { type Loading, useAsked } from '../../app/useAsked.ts';
import type { Summary } from '../../match/place.ts';
import type { Given, Proved } from './facts.ts';
import { loadProve } from './loadProve.ts';

/** The id of a match on this server, or a file. */
export type Source = string | File;

export interface ShownProof extends Proved {
  readonly record: string | Uint8Array<ArrayBuffer>;
  /** Whether this server publishes the key that signed; unknown if the server does not say. */
  readonly isOwnKey: boolean | undefined;
  /** The match as this server knows it, if it is one of this server. */
  readonly summary: Summary | undefined;
}

export function useProof(source: Source): Loading<ShownProof> {
  const { client } = usePlayer();
  return useAsked(useCallback(() => proofOf(client, source), [client, source]));
}

async function proofOf(client: FlowerWarClient, source: Source): Promise<ShownProof> {
  const record =
    typeof source === 'string' ? await client.history.record(source) : new Uint8Array(await source.arrayBuffer());
  const parent = await parentOf(client, record);
  const proved = await proveAside({ record, parent });
  const keys = await client.history.keys().catch(() => undefined);
  const { verdict } = proved;
  const isOwnKey = verdict.ok ? keys?.includes(verdict.signedBy) : undefined;
  const summary = verdict.ok && isOwnKey ? await client.match(verdict.match).catch(() => undefined) : undefined;
  return { ...proved, record, isOwnKey, summary };
}

/** The record of the match that this one goes on from, if this server shows it. */
async function parentOf(client: FlowerWarClient, record: ShownProof['record']): Promise<string | undefined> {
  const parent = parentIn(record);
  return parent === undefined ? undefined : client.history.record(parent).catch(() => undefined);
}

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
  const worker = madeWorker();
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

const proveHere = async (given: Given): Promise<Proved> => (await loadProve())(given);

/** Older browsers have no workers that are modules. */
function madeWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
