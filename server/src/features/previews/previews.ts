/** What a link tells before it is opened: a title, a sentence and a picture. It tells what any spectator may know by now, and no more. */
import type { MatchSummary } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { editionName, gameName, goalOf, seatName, type Words } from '@flower-war/words';
import { chosenOptions, type Hosted, type HostedGames } from '../../base/hostedGames.ts';
import { type Frame, oldEnough, type Replays } from '../replay/replays.ts';
import { type Finding, maySee, summaryOf } from '../table/summary.ts';
import { canPaint, type Shot } from './picture.ts';
import { PREVIEWS, type PreviewTexts } from './texts.ts';

export interface Previewing extends Finding {
  readonly replays: Replays;
  readonly now: () => number;
}

export interface HeadTexts {
  readonly title: string;
  readonly about: string;
}

/** Undefined if there is no such match. A link to one step does not tell how the match ends. */
export async function toldOf(services: Finding, { match, step }: Wanted, words: Words): Promise<HeadTexts | undefined> {
  const summary = await summaryIn(services, match);
  if (summary === undefined) return undefined;
  const texts = previewTexts(words);
  const { game, preset } = summary;
  if (!(await maySee(services, summary)))
    return { title: texts.privateMatch(gameName(words, game)), about: goalOf(words, game) };
  const names = namesIn(summary, words).filter(Boolean);
  const edition = editionName(words, preset);
  const title = names.length > 0 ? `${edition}: ${names.join(', ')}` : edition;
  const isOfStep = step !== undefined && summary.status === 'ended';
  return { title, about: isOfStep ? texts.pages.replay[1] : courseOf(summary, words) };
}

/** Whether all may see it: no other site shows what only its participants may open. */
export async function publicMatch(services: Finding, match: string): Promise<boolean> {
  const summary = await summaryIn(services, match);
  return summary !== undefined && maySee(services, summary);
}

/** At a delayed table, the link does not tell how far the match has come. */
function courseOf(summary: MatchSummary, words: Words): string {
  const { status, seats, table, result } = summary;
  const texts = previewTexts(words);
  if (status === 'open') return texts.open(seats.filter(({ kind }) => kind === 'free').length);
  if (table.watching === 'delayed') return texts.delayed;
  if (status === 'running') return table.watching === 'off' ? texts.closed : texts.running;
  const names = namesIn(summary, words);
  return texts.ended((result?.winners ?? []).map((seat) => names[seat] ?? '').filter(Boolean));
}

function namesIn({ match, seats }: MatchSummary, words: Words): readonly string[] {
  return seats.map(({ kind, name, seat }) => (kind === 'bot' ? words.botAt(name, { match, seat }) : name));
}

async function summaryIn(services: Finding, match: string): Promise<MatchSummary | undefined> {
  const found = await services.journal.index(match);
  return found && summaryOf(services, found.index);
}

export interface Wanted {
  readonly match: string;
  /** The last step that the picture shows, as spectators count; absent: the newest that they may see. */
  readonly step?: number;
}

/** Undefined if there is no such match. A match that spectators may not see, or that has not begun, has the picture of its game. */
export async function shotOf(services: Previewing, wanted: Wanted, words: Words): Promise<Shot | undefined> {
  const summary = await summaryIn(services, wanted.match);
  if (summary === undefined) return undefined;
  const mayShow = isShown(summary) && (await maySee(services, summary));
  const frame = mayShow ? await lastShown(services, summary, wanted.step) : undefined;
  const { game, preset } = summary;
  const table = frame?.shown.table;
  if (table?.view === undefined) return shotOfGame(services.games, game, words);
  const winners: readonly number[] = table.result?.winners ?? [];
  const names = namesIn(summary, words);
  const view = table.view as object;
  const seats = names.map((name, seat) => ({
    name: canPaint(name) ? name : seatName({ game, view }, seat, words),
    isWinner: winners.includes(seat),
  }));
  return { game, title: editionName(words, preset), seats, view };
}

const isShown = ({ table, status }: MatchSummary): boolean =>
  status !== 'open' && (status === 'ended' || table.watching !== 'off');

async function lastShown(
  { replays, now }: Previewing,
  summary: MatchSummary,
  step = Number.POSITIVE_INFINITY,
): Promise<Frame | undefined> {
  const folded = await replays.open(summary.match);
  if (folded === undefined) return undefined;
  const isOld = oldEnough(summary, now());
  const isIn = ({ entry, shown }: Frame) => isOld(entry) && shown.step <= step;
  let last: Frame | undefined;
  for await (const frame of folded.from(isIn)) {
    if (!isIn(frame)) break;
    last = frame;
  }
  return last;
}

// The picture of a game is a position of a match that was played by chance, always the same.

const SAMPLE_SEED = 4;
const SAMPLE_MOVES = 150;
const samples = new WeakMap<Hosted, object>();

/** Undefined if the game is not hosted here. */
export function shotOfGame(games: HostedGames, game: string, words: Words): Shot | undefined {
  const hosted = games.get(game);
  if (hosted === undefined) return undefined;
  const view = samples.get(hosted) ?? sampleOf(hosted);
  samples.set(hosted, view);
  return { game, title: gameName(words, game), seats: [], about: goalOf(words, game), view };
}

function sampleOf(hosted: Hosted): object {
  const { game } = hosted;
  const chance = fastChance(SAMPLE_SEED);
  let state: unknown = game.setup(chosenOptions(hosted, {}).options, game.usualSeats ?? game.seats[0], chance);
  for (let n = 0; n < SAMPLE_MOVES; n++) {
    const [seat] = game.toMove(state);
    if (seat === undefined) break;
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (applied.ok) state = applied.state;
  }
  return game.view(state, 'spectator') as object;
}

/** What is not there in a language that is a file is English. */
export const previewTexts = ({ language, translate }: Pick<Words, 'language' | 'translate'>): PreviewTexts =>
  translate?.(`page.${PREVIEWS.of}`, PREVIEWS.en) ?? (language === 'es' ? PREVIEWS.es : PREVIEWS.en);
