/** The temples of a player: which there are, and what their owner sees of them. */
import {
  type BeadAccount,
  isQuarantined,
  type OwnTemple,
  type TempleLog,
  type templeLogQuery,
} from '@flower-war/protocol';
import type { z } from 'zod';
import { type Committed, Refused, RETRY } from '../../base/refused.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Temple } from './temple.ts';
import { MOST_OWNED, type TempleLine, type TempleState, type TempleStream } from './templeJournal.ts';
import type { TempleHomes } from './templeHomes.ts';
import type { Temples } from './temples.ts';

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

// The temples of a player, looked up in the journal, so that naming another player's temple opens nothing.

interface Owned {
  readonly journal: Journal;
}

export interface Owning extends Owned {
  readonly temples: Temples;
  readonly homes: Pick<TempleHomes, 'at' | 'bring' | 'look'>;
}

/** The ids of the owner's temples. */
export async function idsOf({ journal }: Owned, owner: string): Promise<readonly string[]> {
  return (await journal.temples({ owner, limit: MOST_OWNED })).map(({ temple }) => temple);
}

export async function ownedBy(
  services: Owned & Pick<Owning, 'temples'>,
  owner: string,
  id: string,
): Promise<Temple | undefined> {
  return (await idsOf(services, owner)).includes(id) ? services.temples.of(id) : undefined;
}

export async function mayOwnOneMore(services: Owned, owner: string): Promise<boolean> {
  return (await idsOf(services, owner)).length < MOST_OWNED;
}

/** Releases the temples of a player who is being deleted. False if a release could not be written. */
export async function releaseAll(services: Owning, owner: string): Promise<boolean> {
  const released = await Promise.all((await idsOf(services, owner)).map((temple) => release(services, temple, owner)));
  return released.every(({ kind }) => kind !== 'retry');
}

async function release({ homes, temples }: Owning, temple: string, player: string): Promise<Committed> {
  const here = () => temples.of(temple).release(player);
  return homes.at(temple, here, { kind: 'release', temple, player }).catch((error: unknown) => {
    if (error instanceof Refused) return RETRY; // its process does not answer now
    throw error;
  });
}

/** Binds a temple to the rematch of the match where it counted last, in the same way: for the seat or the table. */
export async function bindAgain(
  services: Owning,
  player: string,
  next: { readonly match: string; readonly seat: number; readonly of: string },
): Promise<void> {
  for (const temple of await idsOf(services, player)) {
    const { bound, lastMatch, wasOfTable } = await services.homes.look(temple);
    const isOfTable = bound?.match === next.of ? bound.seat === undefined : wasOfTable === true;
    if (bound?.match !== next.of && (bound !== undefined || lastMatch !== next.of)) continue;
    const wanted = { match: next.match, ...(!isOfTable && { seat: next.seat }) };
    if (await mayBring(services, temple)) await services.temples.of(temple).bind(player, wanted);
  }
}

/** The player is seated already, so that a temple that cannot come now must not refuse anything. */
async function mayBring({ homes }: Owning, temple: string): Promise<boolean> {
  return homes.bring(temple).catch((error: unknown) => {
    if (error instanceof Refused) return false;
    throw error;
  });
}
