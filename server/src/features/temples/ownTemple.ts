/** A temple as its owner sees it. */
import {
  type BeadAccount,
  isQuarantined,
  type OwnTemple,
  type TempleLog,
  type templeLogQuery,
} from '@flower-war/protocol';
import type { z } from 'zod';
import type { Temple } from './temple.ts';
import type { TempleLine, TempleState } from './templeLines.ts';
import type { TempleStream } from './templeStream.ts';

interface Asking {
  readonly player: string;
  readonly now: number;
}

type TempleFacts = Pick<Temple, 'id' | 'isFresh' | 'account'> & { readonly device: Pick<Temple['device'], 'info'> };

/**
 * Tells only what the match shows to all players, so that hidden windows stay hidden. Gives nothing if the temple has
 * another owner by now.
 */
export function ownTempleJson(
  { id, isFresh, account, device }: TempleFacts,
  { owner, bound, wanted }: TempleState,
  { player, now }: Asking,
): OwnTemple | undefined {
  if (owner !== player) return undefined;
  return {
    temple: id,
    name: wanted.name ?? id,
    online: isFresh,
    ...(device.info && { device: deviceJson(device.info) }),
    ledger: ledgerJson(account),
    waiting: waitingJson(account),
    ...(bound && { bound }),
    settings: { ...wanted },
    quarantined: isQuarantined(account, now),
  };
}

/** Reads the temple in the process that owns it. */
export async function lookAsOwner(temple: Temple, asking: Asking): Promise<OwnTemple | undefined> {
  return ownTempleJson(temple, await temple.look(), asking);
}

/** As it was written last, while the process that owns it does not answer. */
export function writtenTempleJson(id: string, state: TempleState, asking: Asking): OwnTemple | undefined {
  return ownTempleJson({ id, isFresh: false, account: state.account, device: { info: undefined } }, state, asking);
}

function deviceJson({ v: _, id: __, mac: ___, ...told }: NonNullable<Temple['device']['info']>) {
  return told;
}

function ledgerJson({ sensed, applied, held, refused, toTake, last }: BeadAccount): OwnTemple['ledger'] {
  return { sensed, applied, held, refused, toTake, ...(last && { last }) };
}

function waitingJson({ waiting }: BeadAccount): OwnTemple['waiting'] {
  return waiting.map(({ ordinal: _, ...run }) => run);
}

// The journal of a temple for its owner, from the owner's claim on: no owner reads the lines of an earlier owner.

type Entry = TempleLog['entries'][number];

/** Reads only the lines of the page, however long the journal is. */
export async function logOf(
  stream: TempleStream,
  owner: string,
  { before, limit }: z.infer<typeof templeLogQuery>,
): Promise<TempleLog> {
  const { state, length } = await stream.stateAndLength();
  if (state.owner !== owner) return { entries: [] };
  const first = state.ownedSince ?? length;
  const to = Math.min(before ?? length, length);
  const from = Math.max(first, to - limit);
  const lines = await stream.log({ from, to });
  return { entries: lines.toReversed().flatMap(shownOf), ...(from > first && { next: from }) };
}

function shownOf(line: TempleLine): readonly Entry[] {
  const { seq, at } = line;
  switch (line.kind) {
    case 'claimed':
      return [{ seq, at, kind: line.kind, how: line.how }];
    case 'unbound': {
      const { sensed, applied, held, refused } = line.account;
      return [{ seq, at, kind: line.kind, sensed, applied, held, refused }];
    }
    case 'wanted':
      return [{ seq, at, kind: line.kind }];
    case 'released':
      return [];
    case 'based':
    case 'bound':
    case 'confirmed':
    case 'counted':
    case 'returned':
      return [line];
  }
}
