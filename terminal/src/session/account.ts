/** The player at this terminal: signs in as the same player as last time, and runs the options about accounts and temples. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import {
  type ClientOptions,
  FlowerWarClient,
  type History,
  type Leaderboard,
  type LiveMatch,
  type PlayedMatch,
  RefusedError,
  type SignedIn,
} from '@flower-war/client';
import { beginningOf, type OwnTemple, type TempleSettings } from '@flower-war/protocol';
import type { Screen, Words } from '@flower-war/words';
import { readPairs, type TerminalArguments } from '../arguments.ts';
import { inColumns, Problem, refusalWords, type Teletype } from '../screen.ts';
import { editionName, gameName, holderName, own } from '../words.ts';

const LONGEST_LABEL = 40;

/** Signs in as the last player at this terminal, or as a new player. */
export async function signIn(wanted: TerminalArguments, teletype: Teletype): Promise<FlowerWarClient> {
  const client = new FlowerWarClient(optionsFor(wanted, teletype));
  const known = await knownAs(client);
  if (known === undefined) await client.signIn(wanted.name);
  else if (wanted.name !== undefined && wanted.name !== known) {
    const { recoveryCode } = await client.account.choose(wanted.name);
    if (recoveryCode !== undefined) teletype.say(...recoveryWords(recoveryCode, teletype.words), '');
  }
  return client;
}

/** Runs an option like --link or --history instead of a match. Says whether there was one. */
export async function runAccountCommand(wanted: TerminalArguments, teletype: Teletype): Promise<boolean> {
  if (wanted.link) await showLink(await signIn(wanted, teletype), teletype);
  else if (wanted['recovery-code'])
    teletype.say(...recoveryWords(await (await signIn(wanted, teletype)).account.recoveryCode(), teletype.words));
  else if (wanted.redeem !== undefined) {
    greet(await FlowerWarClient.redeem(strangerFor(wanted, teletype), wanted.redeem), teletype);
  } else if (wanted.recover) {
    const code = await readCode(teletype);
    greet(await FlowerWarClient.recover(strangerFor(wanted, teletype), code), teletype);
  } else if (wanted.history) await showHistory(await signIn(wanted, teletype), wanted, teletype);
  else if (wanted.leaderboard) await showLeaderboard(await signIn(wanted, teletype), wanted, teletype);
  else if (wanted['sign-out']) await signOut(wanted, teletype);
  else return false;
  return true;
}

function optionsFor({ url, guest }: TerminalArguments, teletype: Teletype): ClientOptions {
  const label = beginningOf(teletype.words.screen.account.label(hostname()), LONGEST_LABEL);
  if (guest) return { url, label };
  const file = sessionFile(process.env);
  const session = readSession(file, url);
  const onSession: ClientOptions['onSession'] = (next) => {
    try {
      keepSession(file, url, next);
    } catch (error) {
      teletype.say(teletype.words.screen.account.notSaved((error as Error).message));
    }
  };
  return { url, label, onSession, ...(session !== undefined && { session }) };
}

/** Leaves out the session of the last player. The file keeps it until the new session has come. */
function strangerFor(wanted: TerminalArguments, teletype: Teletype): ClientOptions {
  const { session: _, ...options } = optionsFor(wanted, teletype);
  return options;
}

/** The player's name; nothing for a new player, or for one who was signed out meanwhile. */
async function knownAs(client: FlowerWarClient): Promise<string | undefined> {
  if (client.session === undefined) return undefined;
  try {
    return (await client.account.me()).name;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'unauthorized') return undefined;
    throw error;
  }
}

async function showLink(client: FlowerWarClient, teletype: Teletype): Promise<void> {
  const { code, text, expiresAt } = await client.account.link();
  const { language, screen } = teletype.words;
  teletype.say(
    screen.account.otherDevice(`npm run play -- --redeem ${code}`),
    screen.account.asCode(text),
    screen.account.worksUntil(new Date(expiresAt).toLocaleTimeString(language)),
  );
}

function recoveryWords(code: string, { screen: { account } }: Words): readonly string[] {
  return [account.recovery(code), account.writeDown];
}

async function readCode(teletype: Teletype): Promise<string> {
  teletype.say(teletype.words.screen.account.typeRecovery);
  const line = await teletype.answer();
  if (line === undefined) throw new Problem((problems) => problems.noRecoveryCode);
  return line;
}

function greet({ session }: FlowerWarClient, teletype: Teletype): void {
  teletype.say(teletype.words.screen.account.youAre(session?.name ?? ''));
}

async function signOut(wanted: TerminalArguments, teletype: Teletype): Promise<void> {
  const client = new FlowerWarClient(optionsFor(wanted, teletype));
  if ((await knownAs(client)) !== undefined) await client.account.signOut();
  else keepSession(sessionFile(process.env), wanted.url, undefined);
  teletype.say(teletype.words.screen.account.signedOut);
}

// Keeps the player's sessions between visits, one for each server. Only the user of this machine may read the file.

type Sessions = Readonly<Record<string, SignedIn>>;

/** The file, in the folder for state of the XDG base directories. */
export function sessionFile({ XDG_STATE_HOME = '' }: NodeJS.ProcessEnv): string {
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state');
  return join(state, 'flower-war', 'session.json');
}

export function readSession(file: string, url: string): SignedIn | undefined {
  const session = sessionsIn(file)[keyOf(url)];
  return typeof session?.refresh === 'string' ? session : undefined;
}

/** Replaces the file in one step, so that a crash leaves the old one. Without `session` it forgets this server's. */
export function keepSession(file: string, url: string, session: SignedIn | undefined): void {
  const { [keyOf(url)]: _, ...others } = sessionsIn(file);
  const sessions = session === undefined ? others : { ...others, [keyOf(url)]: session };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(sessions), { mode: 0o600 });
  renameSync(draft, file);
}

/** A file that is missing or damaged holds no session. */
function sessionsIn(file: string): Sessions {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Sessions) : {};
  } catch {
    return {};
  }
}

/** `http://host/` and `HTTP://HOST` are one server. */
function keyOf(url: string): string {
  return new URL(url).href;
}

// The lists of a player's matches and of the best players.

async function showHistory(client: FlowerWarClient, { game }: TerminalArguments, teletype: Teletype): Promise<void> {
  teletype.say(...historyLines(await client.history.mine(game === undefined ? {} : { game }), teletype.words));
}

async function showLeaderboard(client: FlowerWarClient, wanted: TerminalArguments, teletype: Teletype): Promise<void> {
  const game = wanted.game ?? (await client.games())[0]?.id ?? '';
  const best = await client.history.leaderboard(game, wanted.preset ? { preset: wanted.preset } : {});
  teletype.say(...leaderboardLines(best, teletype.words.screen));
}

export function historyLines({ matches, next }: History, words: Words): readonly string[] {
  const { history } = words.screen;
  if (matches.length === 0) return [history.empty];
  return [
    ...inColumns(matches.map((match) => historyRow(match, words))),
    ...(next === undefined ? [] : [history.older]),
    history.replay,
  ];
}

/** Swedish: 2026-11-20, in the time zone of the person. */
const YEAR_FIRST = 'sv';

function historyRow(played: PlayedMatch, words: Words): readonly string[] {
  const { screen } = words;
  const { createdAt, match, game, seats, seat, rating } = played;
  const { history } = screen;
  const others = seats.filter((one) => one.seat !== seat && one.kind !== 'free').map((one) => holderName(one, words));
  const against = others.length === 0 ? history.alone : history.against(others.join(', '));
  const change = rating === undefined ? '' : history.rating(rating.before, rating.after);
  const day = new Date(createdAt).toLocaleDateString(YEAR_FIRST);
  return [`  ${day}`, match, gameName(screen, game), endingOf(played, screen), against, change];
}

function endingOf({ status, place, seats, result }: PlayedMatch, { history }: Screen): string {
  if (result?.result === 'aborted') return history.givenUp;
  return place === undefined ? (own(history.statuses, status) ?? status) : history.place(place, seats.length);
}

export function leaderboardLines({ preset, players }: Leaderboard, screen: Screen): readonly string[] {
  const { history } = screen;
  const title = history.best(editionName(screen, preset));
  if (players.length === 0) return [history.noBest(title)];
  const rows = players.map(({ name, rating, deviation, matches }, index) => [
    `  ${index + 1}.`,
    name,
    `${rating} ± ${2 * deviation}`,
    history.matches(matches),
  ]);
  return [title, ...inColumns(rows)];
}

// The player's temple: claimed, and bound to the match.

/** The temple that the command line asks for, claimed if it is not the player's yet; nothing if it asks for none. */
export async function findTemple(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  teletype: Teletype,
): Promise<string | undefined> {
  if (wanted.knock) return byKnock(client, teletype);
  const { temple, 'temple-code': code } = wanted;
  if (temple === undefined) return undefined;
  const isOwn = (await client.temples.list()).some((own) => own.temple === temple);
  if (isOwn) return temple;
  await client.temples.claim(temple, code ?? (await shownCode(client, temple, teletype)));
  teletype.say(teletype.words.screen.ownTemples.isYours(temple));
  return temple;
}

async function byKnock(client: FlowerWarClient, teletype: Teletype): Promise<string> {
  const knock = await client.temples.knock();
  const { ownTemples, temples } = teletype.words.screen;
  const order = knock.order.map((slot) => temples.slots[slot]).join(', ');
  teletype.say(ownTemples.knock(knock.order.length), `  ${order}`, ownTemples.knockAgain);
  const temple = await Promise.race([client.temples.knocked(knock), teletype.interrupted]);
  if (typeof temple !== 'string') throw new Problem((problems) => problems.noKnock);
  teletype.say(ownTemples.isYours(temple));
  return temple;
}

async function shownCode(client: FlowerWarClient, temple: string, teletype: Teletype): Promise<string> {
  await client.temples.showCode(temple).catch((error: unknown) => {
    if (!(error instanceof RefusedError) || error.code !== 'temple-silent') throw error;
    throw new Problem((problems) => problems.noShownCode(temple));
  });
  teletype.say(teletype.words.screen.ownTemples.typeCode);
  const line = (await teletype.answer())?.trim();
  if (!line) throw new Problem((problems) => problems.noTempleCode);
  return line;
}

type LiveSeat = Pick<LiveMatch, 'id' | 'seat'>;

interface Binding {
  readonly temple: string | undefined;
  readonly place: LiveSeat;
  readonly isForTable: boolean;
}

/** Binds the temple to this match. If the server refuses, the player makes offerings on the screen. */
export async function bindTemple(
  client: FlowerWarClient,
  { temple, place, isForTable }: Binding,
  teletype: Teletype,
): Promise<void> {
  if (temple === undefined || place.seat === undefined) return;
  try {
    await unbindElsewhere(client, { temple, place, isForTable }, teletype);
    await client.temples.bind(temple, place.id, isForTable ? 'table' : 'seat');
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { words } = teletype;
    teletype.say(words.screen.ownTemples.notHere(temple, refusalWords(error, words)));
  }
}

/** A temple can count in one place only. */
async function unbindElsewhere(
  client: FlowerWarClient,
  { temple, place, isForTable }: Binding & { readonly temple: string },
  teletype: Teletype,
): Promise<void> {
  const bound = (await client.temples.list()).find((own) => own.temple === temple)?.bound;
  if (bound === undefined || (bound.match === place.id && (bound.seat === undefined) === isForTable)) return;
  await client.temples.unbind(temple);
  teletype.say(teletype.words.screen.ownTemples.unbound(temple, bound.match));
}

// Options for the player's temples without a match: list them, set one, give one up.

/** Runs such an option. Says whether there was one. */
export async function runTempleCommand(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  teletype: Teletype,
): Promise<boolean> {
  const { temples, temple, 'temple-set': settings, 'temple-release': isReleased } = wanted;
  const { screen } = teletype.words;
  if (temples) {
    const own = await client.temples.list();
    const lines = own.map((one) => lineOf(one, screen));
    teletype.say(...(own.length === 0 ? [screen.ownTemples.none] : lines));
    return true;
  }
  if (temple === undefined || (settings === undefined && !isReleased)) return false;
  if (settings !== undefined) teletype.say(lineOf(await client.temples.set(temple, settingsIn(settings)), screen));
  else {
    await client.temples.release(temple);
    teletype.say(screen.ownTemples.released(temple));
  }
  return true;
}

/** `templo-7f3a (At home): online; 12 war and 5 rain beads; for match K7Q42M8A; debounceMs 60`. */
function lineOf(own: OwnTemple, { ownTemples: words, temples }: Screen): string {
  const { temple, name, online, ledger, bound, settings } = own;
  const { war, rain } = ledger.sensed;
  const { rev: _, name: __, names, ...set } = settings;
  const told = Object.entries({ ...set, ...names }).map(([field, value]) => `; ${field} ${value}`);
  const called = name === temple ? '' : ` (${name})`;
  const match = bound === undefined ? '' : `; ${words.forMatch(bound.match)}`;
  const state = online ? temples.online : temples.offline;
  return `${temple}${called}: ${state}; ${words.counted(war, rain)}${match}${told.join('')}`;
}

/** How to read the text of each setting; nothing for a text that cannot be one. */
const SETTINGS: Readonly<Record<string, (text: string) => TempleSettings | undefined>> = {
  name: (name) => ({ name }),
  light: (text) => numbered(text, (light) => ({ light })),
  debounceMs: (text) => numbered(text, (debounceMs) => ({ debounceMs })),
  swapped: (text) => (text === 'true' || text === 'false' ? { swapped: text === 'true' } : undefined),
};

function numbered(text: string, as: (value: number) => TempleSettings): TempleSettings | undefined {
  return /^\d{1,4}$/.test(text) ? as(Number(text)) : undefined;
}

export function settingsIn(text: string): TempleSettings {
  const settings = Object.entries(readPairs(text)).map(([name, value]) => {
    const read = Object.hasOwn(SETTINGS, name) ? SETTINGS[name]?.(value) : undefined;
    if (read === undefined) throw new Problem((problems) => problems.noSetting(`${name}=${value}`));
    return read;
  });
  return Object.assign({}, ...settings) as TempleSettings;
}
