/** Finds the record of a match, or reads a file, and proves it. */
import type { FlowerWarClient } from '@flower-war/client';
import { useCallback } from 'react';
import { usePlayer } from '../../app/player.tsx';
import { type Asked, useAsked } from '../../app/useAsked.ts';
import type { Summary } from '../../match/place.ts';
import type { Proved } from './checks.ts';
import { proveAside } from './proveAside.ts';

/** The id of a match on this server, or a file. */
export type Source = string | File;

export interface Shown extends Proved {
  readonly record: string | Uint8Array<ArrayBuffer>;
  /** Whether this server publishes the key that signed; unknown if the server does not say. */
  readonly isOwnKey: boolean | undefined;
  /** The match as this server knows it, if it is one of this server. */
  readonly summary: Summary | undefined;
}

export function useProof(source: Source): Asked<Shown> {
  const { client } = usePlayer();
  return useAsked(useCallback(() => proofOf(client, source), [client, source]));
}

async function proofOf(client: FlowerWarClient, source: Source): Promise<Shown> {
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
async function parentOf(client: FlowerWarClient, record: Shown['record']): Promise<string | undefined> {
  const parent = parentIn(record);
  return parent === undefined ? undefined : client.history.record(parent).catch(() => undefined);
}

function parentIn(record: Shown['record']): string | undefined {
  const text = typeof record === 'string' ? record : new TextDecoder().decode(record);
  try {
    const { from } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { readonly from?: { readonly match?: string } };
    return from?.match;
  } catch {
    return undefined; // `verify` says what is wrong
  }
}
