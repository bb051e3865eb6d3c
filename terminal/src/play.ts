/** `npm run play`: plays or watches a match in the terminal, and saves its record. */
import { setTimeout } from 'node:timers/promises';
import { type FlowerWarClient, RefusedError } from '@flower-war/client';
import { wantsHelp } from '@flower-war/protocol/command-line';
import { endingOf } from '@flower-war/words/ending';
import { DEFAULT_URL, languageFor, readArguments, type TerminalArguments } from './arguments.ts';
import { hintsFile, ReadHints } from './asking/hints.ts';
import { drawingOf, seatName } from './draw/index.ts';
import { explain, fitted, Problem, shown, Teletype, wrap } from './screen.ts';
import { bindTemple, findTemple, runAccountCommand, runTempleCommand, sessionFile, signIn } from './session/account.ts';
import { findPlace, type PlaceAtTable, playAgain } from './session/places.ts';
import { type Outcome, PlaySession } from './session/playSession.ts';
import { holdsFairness, replayMatch, saveRecord } from './session/replaySession.ts';
import { rulesLines } from './session/showRules.ts';
import { editionName } from './words.ts';

const FAILED = 1;
const NOT_BEGUN = 2;
const LOOKS = 8;
const LOOK_EVERY_MS = 100;
const MOST_NAMED = 5;

const given = process.argv.slice(2);
const words = await languageFor(given, process.env);
const teletype = new Teletype(words);
process.exitCode = await main();
// A socket to a server that hangs could keep the process alive, though all work is done.
globalThis.setTimeout(() => process.exit(), 500).unref();

async function main(): Promise<number> {
  try {
    if (wantsHelp(given)) return help();
    const wanted = await located(readArguments(given));
    if (wanted.rules !== undefined) return await readRules(wanted.rules, wanted);
    if (wanted.learn !== undefined) return await lessons(wanted.learn);
    if (wanted.puzzle !== undefined) return await puzzles(wanted.puzzle, wanted.url);
    if (await runAccountCommand(wanted, teletype)) return 0;
    const client = await signIn(wanted, teletype);
    if (await runTempleCommand(client, wanted, teletype)) return 0;
    const chosen = await placeFor(client, wanted);
    const temple = await findTemple(client, wanted, teletype);
    // A host may let a player wait at the door for ever.
    const place = chosen && (await Promise.race([findPlace(client, chosen, teletype), teletype.interrupted]));
    if (place === undefined) return 0;
    await bindTemple(client, { temple, place: place.live, isForTable: wanted['temple-table'] }, teletype);
    return await sit(client, place, chosen ?? wanted);
  } catch (error) {
    return failed(error, NOT_BEGUN);
  } finally {
    teletype.close();
  }
}

/** With --lan the server is sought in the local network. What its finder tells was written by strangers. */
async function located(wanted: TerminalArguments): Promise<TerminalArguments> {
  if (!wanted.lan) return wanted;
  const { findServers } = await import('@flower-war/client/lan');
  const found = await findServers();
  const [one, other] = found;
  if (one === undefined) throw new Problem(({ noneOnLan }) => noneOnLan);
  if (other !== undefined) throw new Problem(({ severalOnLan }) => severalOnLan(found.slice(0, MOST_NAMED)));
  teletype.say(words.screen.match.onLan(one.name, one.url), '');
  return { ...wanted, url: one.url };
}

/** A player who watches a replay may play on from it, in a new match. */
async function placeFor(client: FlowerWarClient, wanted: TerminalArguments): Promise<TerminalArguments | undefined> {
  if (wanted.replay === undefined) return wanted;
  const match = await replayMatch(client, wanted, teletype);
  return match === undefined ? undefined : { ...wanted, join: match };
}

function help(): number {
  teletype.say(words.screen.usage(DEFAULT_URL));
  return 0;
}

async function readRules(rules: string, { url }: TerminalArguments): Promise<number> {
  const { paint, size } = teletype;
  teletype.say(...(await rulesLines(rules, { words, columns: size.columns, paint, url })));
  return 0;
}

/** The rules of all games are loaded only for who learns. */
async function lessons(wanted: string): Promise<number> {
  const { learn } = await import('./session/solo.ts');
  return (await learn(wanted, teletype)) ? 0 : FAILED;
}

async function puzzles(wanted: string, url: string): Promise<number> {
  const { solvePuzzles, servedBy, WITH_THE_RULES } = await import('./session/solo.ts');
  const source = url === DEFAULT_URL ? WITH_THE_RULES : servedBy(url);
  return (await solvePuzzles(wanted, { source, teletype })) ? 0 : FAILED;
}

async function sit(client: FlowerWarClient, place: PlaceAtTable, wanted: TerminalArguments): Promise<number> {
  const { live, summary, cards } = place;
  teletype.say(...welcome(place, wanted), '');
  try {
    const advise = () => client.hint(live.id);
    const subject = { game: summary.game, cards, hints: hintsFor(wanted), advise };
    const sitting = new PlaySession(live, subject, teletype).run();
    await Promise.all([place.begin(), sitting]);
    const code = await leave(client, place, { outcome: await sitting, wanted });
    if (code !== 0 || (await sitting) !== 'over') return code;
    const again = await playAgain(client, place, teletype);
    live.close();
    return again === undefined ? code : await sit(client, again, wanted);
  } catch (error) {
    return failed(error, FAILED);
  } finally {
    live.close();
  }
}

/** A guest leaves no trace, so that nothing is kept of what a guest has read. */
function hintsFor({ guest, 'no-hints': isWithout }: TerminalArguments): ReadHints | undefined {
  if (isWithout) return undefined;
  return new ReadHints(guest ? undefined : hintsFile(sessionFile(process.env)));
}

function welcome(
  { live, summary: { preset, match, seats, table } }: PlaceAtTable,
  { url }: TerminalArguments,
): readonly string[] {
  const { screen } = words;
  const headline = teletype.paint('bold', screen.match.headline(editionName(screen, preset), match));
  const isWaiting =
    live.seat !== undefined && live.table.status === 'open' && seats.some(({ kind }) => kind === 'free');
  if (!isWaiting) return [headline];
  return [
    headline,
    screen.match.invite(`npm run play -- --join ${match}${url === DEFAULT_URL ? '' : ` --url ${url}`}`),
    screen.match.inviteHere,
    ...(table.fillSeconds > 0 ? [screen.match.fill(table.fillSeconds)] : []),
  ];
}

async function leave(
  client: FlowerWarClient,
  place: PlaceAtTable,
  { outcome, wanted }: { readonly outcome: Outcome; readonly wanted: TerminalArguments },
): Promise<number> {
  const { live } = place;
  switch (outcome) {
    case 'over':
      if (live.table.result.result === 'aborted') return 0;
      teletype.say('', ...(await endLines(client, place)));
      return save(client, live, wanted.out);
    case 'left':
      await goodbye(client, live);
      return 0;
    case 'input-ended':
      teletype.say(words.screen.match.inputEnded);
      await goodbye(client, live);
      return FAILED;
  }
}

/**
 * Why it ended, who led when, and what decided: with the steps that `--replay` shows, which are those of spectators.
 * An older server does not tell the course, and then the first line is all.
 */
async function endLines(client: FlowerWarClient, { live, summary: { game }, cards }: PlaceAtTable) {
  const { id, table, view } = live;
  const course = await client.history.course(id).catch((error: unknown) => refusedCourse(error));
  const drawing = drawingOf(game, words);
  const speech = { name: (one: number) => seatName(drawing, view, one), cards };
  const { why, lead, decided } = endingOf(words, { game, result: table.result, course, speech, numbers: 'steps' });
  const lines = [why.text, lead, decided].filter((line) => line !== '');
  return lines.flatMap((line) => wrap(line, 2, teletype.size.columns));
}

function refusedCourse(error: unknown): [] {
  if (error instanceof RefusedError) return [];
  throw error;
}

/** Before the start a player who leaves gives the seat back, unless the player is also connected from elsewhere. */
async function goodbye(client: FlowerWarClient, live: PlaceAtTable['live']): Promise<void> {
  const { id, seat, table } = live;
  const { match } = words.screen;
  live.close();
  if (seat === undefined || table.status === 'ended') return teletype.say(match.goodbye);
  if (table.status === 'running') return teletype.say(match.left(id));
  if (await isStillThere(client, id, seat)) return teletype.say(match.keepsSeat);
  await client.leave(id);
  teletype.say(match.seatFree);
}

/** The server needs a moment to see that this terminal has gone. */
async function isStillThere(client: FlowerWarClient, id: string, seat: number): Promise<boolean> {
  for (let tries = 0; tries < LOOKS; tries++) {
    const { seats } = await client.match(id);
    if (seats[seat]?.present !== true) return false;
    await setTimeout(LOOK_EVERY_MS);
  }
  return true;
}

async function save(
  client: FlowerWarClient,
  { id, fairness }: PlaceAtTable['live'],
  out: string | undefined,
): Promise<number> {
  const record = await client.history.record(id);
  const file = await saveRecord({ match: id, record, folder: process.env.INIT_CWD ?? process.cwd(), out });
  const isFair = holdsFairness(record, fairness);
  teletype.say('', ...words.screen.match.saved(file).split('\n'));
  if (!isFair) teletype.say(words.screen.match.unfair);
  return isFair ? 0 : FAILED;
}

/** Prints the words for an error; a bug is thrown on with its stack trace. */
function failed(error: unknown, code: number): number {
  const told = explain(error, words);
  if (told === undefined) throw error;
  for (const line of shown(told).flatMap((one) => fitted(one, teletype.size.columns))) console.error(line);
  return code;
}
