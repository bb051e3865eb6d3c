/** The open tables that hosts tell each other of: how a host signs its own, and how what another one sent is judged. */
import {
  type Announcement,
  announcement,
  lengthOf,
  MOST_SHARED,
  type SharedTable,
  type SignedTables,
  type Signer,
  signedTables,
} from '@flower-war/protocol';
import type { Config } from '../../base/config.ts';
import { isTournament } from '../../base/ids.ts';
import { keptUntil } from '../../match/record/timeouts.ts';
import type { People } from '../people/people.ts';
import { entryOf, loadNames } from '../table/summary.ts';
import type { Billboard } from '../listing/billboard.ts';
import type { Posted } from '../listing/filter.ts';
import { type Judged, judgeSigned, readAs, type SignedBy } from './signed.ts';

/** How long what a host says holds. A host that dies is out of all lists after that. */
const HOLDS_MS = 8000;
/** What has not changed is signed anew after this time, so that it never holds less than the rest. */
const RENEWED_MS = 4000;
/** Other hosts believe no longer name, such as that of a visitor from a host with a long address. */
const MOST_NAME = 40;
/** However many hosts ask, the list is made no oftener. */
const MADE_EVERY_MS = 250;

interface SharingTools {
  readonly config: Pick<Config, 'PUBLISH' | 'PUBLIC_URL' | 'SIGN_UP'>;
  readonly billboard: Pick<Billboard, 'find'>;
  readonly places: Parameters<typeof entryOf>[0]['places'];
  readonly people: People;
  readonly signer: Signer;
  readonly now: () => number;
  readonly wall: () => number;
}

interface Made {
  readonly sent: SignedTables;
  readonly tables: string;
  readonly renewAt: number;
}

/** What this host tells the others. */
export class Sharing {
  private readonly tools: SharingTools;
  private made: Made | undefined;
  private lookAt = 0;

  constructor(tools: SharingTools) {
    this.tools = tools;
  }

  /** Undefined if the host tells nothing, or has no address to tell. */
  async signed(): Promise<SignedTables | undefined> {
    const { config, now } = this.tools;
    if (config.PUBLISH === 'off' || config.PUBLIC_URL === '') return undefined;
    if (this.made !== undefined && now() < this.lookAt) return this.made.sent;
    this.lookAt = now() + MADE_EVERY_MS;
    const tables = JSON.stringify(await this.tables());
    if (this.made === undefined || this.made.tables !== tables || now() >= this.made.renewAt)
      this.made = this.sign(tables);
    return this.made.sent;
  }

  /** Tables at which a stranger may sit down. */
  private async tables(): Promise<readonly SharedTable[]> {
    const { billboard, config, now } = this.tools;
    if (config.SIGN_UP === 'invitation') return [];
    const isKept = ({ host, rematchOf, createdAt: at }: Posted) =>
      isTournament(host) || (rematchOf !== undefined && (keptUntil({ rematchOf, at }) ?? 0) > now());
    const found = billboard.find({ status: 'open', free: 1 }, MOST_SHARED).filter((posted) => !isKept(posted));
    await loadNames(this.tools, found);
    return found.map((posted) => sharedFrom(entryOf(this.tools, posted)));
  }

  private sign(tables: string): Made {
    const { config, signer, now, wall } = this.tools;
    const at = wall();
    const head = { kind: 'flower-war-tables', version: 1, host: config.PUBLIC_URL, at, until: at + HOLDS_MS };
    const signed = `${JSON.stringify(head).slice(0, -1)},"tables":${tables}}`;
    return { sent: { signed, signature: signer.sign(signed), key: signer.key }, tables, renewAt: now() + RENEWED_MS };
  }
}

function sharedFrom({ match, game, preset, length, host, seats, ...rest }: ReturnType<typeof entryOf>): SharedTable {
  const { free, clock, approval, createdAt } = rest;
  return {
    match,
    game,
    preset,
    length,
    by: lengthOf(host) > MOST_NAME ? '' : host,
    seats: seats.length,
    free,
    clock,
    approval,
    createdAt,
  };
}

// What is judged.

export interface Known extends SignedBy {
  /** The address that the operator of this host has written. */
  readonly host: string;
  /** The moment of the newest that was believed. */
  readonly newest: number;
}

export function judge(text: string, { host, newest, ...by }: Known): Judged<Announcement> {
  const isOther = (told: Announcement) => (told.host === host ? undefined : 'other-host');
  const judged = judgeSigned(readAs(signedTables, text), announcement, { ...by, isOther, mostMs: HOLDS_MS });
  return judged.ok && judged.told.at <= newest ? { ok: false, amiss: 'old' } : judged;
}
