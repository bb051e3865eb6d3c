/**
 * Codes and tokens of players, of which the server keeps only hashes where it can. First the code that brings a player back when every device is
 * lost; a new one replaces the player's old one.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  BOT_SCOPES,
  isBotAccount,
  type MadeToken,
  type NewToken,
  type ProgramToken,
  type Scope,
} from '@flower-war/protocol';
import { letters } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Claims } from '../../base/tokens.ts';
import type { Stores } from '../../store/operations.ts';
import type { ProgramTokenRow } from '../../store/people/sessions.ts';
import type { InvitationRow } from '../../store/people/signingIn.ts';
import type { RecoveryRow } from '../../store/people/sessions.ts';

/** The first letters find the row and are stored as plain text. The others, 78 bits, are the secret. */
const PREFIX_LETTERS = 4;

const SECRET_LETTERS = 16;

/** A code as the player reads it, and the row that recognizes it later. */
export function newRecoveryCode(player: string, now: number): { readonly code: string; readonly row: RecoveryRow } {
  const code = letters(PREFIX_LETTERS + SECRET_LETTERS);
  return { code: inGroups(code), row: { player, prefix: prefixOf(code), hash: hashOf(code), createdAt: now } };
}

export class RecoveryCodes {
  private readonly store: Stores['recovery'];

  constructor(store: Stores['recovery']) {
    this.store = store;
  }

  /** The only time that the code is shown: the store keeps its hash. */
  async renew(player: string, now: number): Promise<string> {
    const { code, row } = newRecoveryCode(player, now);
    if (!(await this.store.keep(row))) throw new Refused('unauthorized');
    return code;
  }

  /** When the code was made, if the player has one. */
  createdAt(player: string): Promise<number | undefined> {
    return this.store.createdAt(player);
  }

  /** The player whose code this is, and its hash. */
  async find(typed: string): Promise<Pick<RecoveryRow, 'player' | 'hash'> | undefined> {
    const hash = hashOf(asTyped(typed));
    const rows = await this.store.withPrefix(prefixOf(typed));
    return rows.find((row) => isSameHash(row.hash, hash));
  }
}

/** The plain letters of a code; all guesses at one code share them. */
export function prefixOf(typed: string): string {
  return asTyped(typed).slice(0, PREFIX_LETTERS);
}

// A short code that signs in a second device, once. A new code replaces the player's old one.

const LINK_MS = 5 * 60 * 1000;

/** 39 bits, for five minutes, at a few guesses an hour. */
const LINK_LETTERS = 8;

export class Links {
  private readonly store: Stores['links'];

  constructor(store: Stores['links']) {
    this.store = store;
  }

  /** Of a player on this device: its sign-out ends the code, and may come at this moment. */
  async create(
    { player, session }: Claims,
    now: number,
  ): Promise<{ readonly code: string; readonly expiresAt: number }> {
    const code = letters(LINK_LETTERS);
    const expiresAt = now + LINK_MS;
    const isKept = await this.store.keep({ player, session, hash: hashOf(code), endsAt: expiresAt });
    if (!isKept) throw new Refused('unauthorized');
    return { code, expiresAt };
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now);
  }
}

// Invitations of the host, for servers where new players need one.

/** 59 bits, at a few guesses an hour. */
const INVITATION_LETTERS = 12;
/** They are made by hand. */
const MOST_INVITATIONS = 1000;

export class Invitations {
  private readonly store: Stores['invitations'];

  constructor(store: Stores['invitations']) {
    this.store = store;
  }

  async create({ players, days }: { players: number; days: number }, now: number): Promise<InvitationRow> {
    const made = { invitation: letters(INVITATION_LETTERS), players, createdAt: now, endsAt: now + days * DAY_MS };
    if (!(await this.store.create(made, MOST_INVITATIONS))) throw new Refused('limit-reached', 'invitations');
    return { ...made, used: 0 };
  }

  /** Those that still bring players in, the newest first. */
  all(now: number): Promise<readonly InvitationRow[]> {
    return this.store.all(now);
  }

  async end(typed: string): Promise<void> {
    if (!(await this.store.end(asTyped(typed)))) throw new Refused('unknown-invitation');
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now);
  }
}

// Codes that people read, keep and type. The server keeps only their hashes.

/** `7KQ2M9XA` as `7KQ2-M9XA`. */
export function inGroups(letters: string): string {
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/** The code without what people add when they type it: small letters, spaces, hyphens. */
export function asTyped(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/** A fast hash is enough: codes are drawn at random and too long to try them all. */
export function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Compares in constant time, so that timing does not show where the hashes differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

// Tokens by which programs act for a player, as far as their scopes go.

/** Programs that look for lost secrets in public places know a token by it. */
const PREFIX = 'fwt_';
const SECRET_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1000;
/** That a token is used is noted so often. */
const NOTED_EVERY_MS = 60_000;

/** For a player who has a recovery code, and for a guest. */
const MOST = { player: 10, guest: 2 } as const;

export const newTokenSecret = (): string => PREFIX + newSecret();
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export class Programs {
  private readonly store: Stores['programTokens'];
  private readonly recovery: Stores['recovery'];

  constructor({ programTokens, recovery }: Pick<Stores, 'programTokens' | 'recovery'>) {
    this.store = programTokens;
    this.recovery = recovery;
  }

  /** The only time that the secret is shown: the store keeps its hash. `bot`: one of the caller, for which the token acts. */
  async make(by: Claims, { name, scopes, days, bot }: NewToken, now: number): Promise<MadeToken> {
    const player = bot ?? by.player;
    if (!fits(player, scopes)) throw new Refused('bot-scopes');
    const secret = newTokenSecret();
    const row = {
      token: randomUUID(),
      player,
      name,
      scopes: JSON.stringify([...new Set(scopes)]),
      createdAt: now,
      endsAt: now + days * DAY_MS,
    };
    const added = await this.store.make(by, { ...row, hash: hashOf(secret), code: null }, await this.mostOf(player));
    if (added === 'unknown') throw new Refused('unauthorized');
    if (added === 'full') throw new Refused('limit-reached', 'tokens');
    return { ...shown({ ...row, lastUsedAt: null }), secret };
  }

  /** How many the player may have. */
  async mostOf(player: string): Promise<number> {
    return MOST[(await this.recovery.createdAt(player)) === undefined ? 'guest' : 'player'];
  }

  /** Those of the player and of the bots of the player, the newest first. */
  async of(player: string, now: number): Promise<ProgramToken[]> {
    return (await this.store.withBots(player, now)).map(shown);
  }

  /** Whose token it is, and what it may do. Undefined if it is none, was revoked or is over. */
  async read(secret: string, now: number): Promise<Claims | undefined> {
    if (!secret.startsWith(PREFIX)) return undefined;
    const row = await this.store.find(hashOf(secret), now);
    if (row === undefined) return undefined;
    const { token, player, lastUsedAt } = row;
    // Not waited for: a disk that is full keeps no program from reading, and the next request notes it.
    if (now - (lastUsedAt ?? 0) >= NOTED_EVERY_MS) void this.store.use(token, now).catch(() => {});
    return { player, session: token, scopes: scopesOf(row) };
  }

  /** Returns the player for which the token acted: this one, or a bot of this one. */
  async revoke(player: string, token: string): Promise<string> {
    const of = await this.end(player, token);
    if (of === undefined) throw new Refused('no-such-token');
    return of;
  }

  /** The same. Undefined if the player has no such token. */
  end(player: string, token: string): Promise<string | undefined> {
    return this.store.end(player, token);
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now);
  }
}

/** A bot account acts by tokens with the scope `bot` alone, and no person does. */
function fits(player: string, scopes: readonly Scope[]): boolean {
  if (!isBotAccount(player)) return !scopes.includes('bot');
  return scopes.includes('bot') && scopes.every((scope) => BOT_SCOPES.includes(scope));
}

function shown({ token, player, name, scopes, createdAt, endsAt, lastUsedAt }: ProgramTokenRow): ProgramToken {
  const kept = { token, name, scopes: scopesOf({ scopes }), createdAt, endsAt };
  return { ...kept, ...(isBotAccount(player) && { bot: player }), ...(lastUsedAt !== null && { lastUsedAt }) };
}

function scopesOf({ scopes }: Pick<ProgramTokenRow, 'scopes'>): Scope[] {
  return JSON.parse(scopes) as Scope[];
}
