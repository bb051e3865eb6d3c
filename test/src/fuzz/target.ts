/**
 * The server under attack, and what the attackers own there: guests, matches, and the tokens of operator and bridge.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchSummary, SignedIn } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { startWholeHouse, type WholeHouse } from '../support/wholeHouse.ts';
import { text } from './dice.ts';

export const OPERATOR_TOKEN = 'fuzz-operator-0123456789';
const BRIDGE_TOKEN = 'fuzz-bridge-0123456789abcdef';
const GUESTS = 4;
const GAMES = ['tieqchieq', 'flower-war', 'mexica', 'space-aztecs'];

export interface Guest extends SignedIn {
  readonly matches: readonly MatchSummary[];
}

export interface Target {
  readonly house: WholeHouse;
  /** The master key of temples and of broker accounts. */
  readonly key: string;
  guests: readonly Guest[];
}

export interface Where {
  readonly tree?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the server of this checkout, or of another one. */
export async function openTarget({ tree, settings }: Where): Promise<Target> {
  const tokens = { OPERATOR_TOKEN, BRIDGE_TOKEN, MESSAGES_PER_SECOND: '50', BOT_DELAY_MS: '0', LIMITS: '0' };
  const quotas = { MOST_OPEN_MATCHES: '100000', MOST_SEATS: '100000' };
  const house = await startWholeHouse({ ...tokens, ...quotas, ...settings }, tree);
  const key = readFileSync(join(house.folder, 'temples.key'), 'utf8').trim();
  return { house, key, guests: await newGuests(house.url) };
}

/** Attackers delete, ban and sign out their guests, so new guests come now and then. */
export function newGuests(url: string): Promise<readonly Guest[]> {
  return Promise.all(Array.from({ length: GUESTS }, () => newGuest(url)));
}

async function newGuest(url: string): Promise<Guest> {
  const session = await post<SignedIn>(`${url}/api/guests`, {});
  const matches = GAMES.map((game) => post<MatchSummary>(`${url}/api/matches`, { game }, session.token));
  return { ...session, matches: await Promise.all(matches) };
}

export async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const answer = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  return JSON.parse(answer || '{}') as T; // Node refuses a token that is too long by itself, without a body
}

/** Usually the token that the route wants. */
export function tokenFor(chance: Chance, { guests }: Target, wanted: string | undefined): string {
  if (chance.die(8) === 1)
    return chance.pick([OPERATOR_TOKEN, BRIDGE_TOKEN, text(chance), '', chance.pick(guests).refresh]);
  if (wanted === 'operator' || wanted === 'metrics' || wanted === 'page') return OPERATOR_TOKEN;
  return wanted === 'bridge' ? BRIDGE_TOKEN : chance.pick(guests).token;
}

/** A text that may stand for an id in a path, a body or a frame. */
export function idFor(chance: Chance, { guests }: Target): string {
  const guest = chance.pick(guests);
  const match = chance.pick(guest.matches);
  return chance.pick([
    match.match,
    match.match,
    guest.player,
    'templo-7f3a',
    match.game,
    text(chance, 12),
    '__proto__',
  ]);
}
