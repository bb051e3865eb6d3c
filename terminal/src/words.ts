/** The words around every game: seats, comings and goings, fair dice, the result. */
import type { CardList, Fairness, FlowerWarClient, LiveMatch, TableJson } from '@flower-war/client';
import { type MatchOptions, partName, reasonName, type Screen, type Words } from '@flower-war/words';
import { explain } from './screen.ts';

type MatchTable = TableJson<unknown>;
type Name = (seat: number) => string;

interface Perspective {
  readonly name: Name;
  readonly you: number | undefined;
  readonly words: Words;
}

/** One line a seat: `RED     Ana (you)`. */
export function roster({ seats }: MatchTable, { name, you, words }: Perspective): readonly string[] {
  const width = Math.max(...seats.map((_, seat) => name(seat).length));
  return seats.map(
    (holder, seat) =>
      `  ${name(seat).padEnd(width)}  ${occupant(holder, words)}${seat === you ? words.screen.table.you : ''}`,
  );
}

type Seat = MatchTable['seats'][number];

function occupant(holder: Seat, words: Words): string {
  const { table } = words.screen;
  const { name, present, bot } = holder;
  switch (holder.kind) {
    case 'free':
      return table.waiting;
    case 'bot':
      return holderName(holder, words);
    case 'player':
      if (bot !== '') return table.stoodIn(name, words.bot(bot).name);
      return present ? name : table.away(name);
  }
}

/** Tells which players came, left and came back between two tables, apart from the viewer. */
export function comings(before: MatchTable, after: MatchTable, { name, you, words }: Perspective): readonly string[] {
  return after.seats.flatMap((now, seat) => {
    const was = before.seats[seat];
    if (was === undefined || seat === you) return [];
    return coming(was, now, { seat: name(seat), words }) ?? [];
  });
}

function coming(
  was: Seat,
  now: Seat,
  { seat, words }: { readonly seat: string; readonly words: Words },
): string | undefined {
  const { table } = words.screen;
  const bot = words.bot(now.bot).name;
  if (was.kind === 'free' && now.kind !== 'free') return table.sits(holderName(now, words), seat);
  if (was.kind !== 'free' && now.kind === 'free') return table.givesBack(holderName(was, words), seat);
  if (was.bot === '' && now.bot !== '') return table.standsIn(bot, now.name, seat);
  if (was.bot !== '' && now.bot === '') return table.playsNow(now.name, seat);
  if (was.present && !now.present) return table.isAway(now.name, seat);
  return !was.present && now.present ? table.isHere(now.name, seat) : undefined;
}

/** Tells a player or a spectator why the dice are fair. */
export function diceWords({ commitment, contribution }: Fairness, { table }: Pick<Screen, 'table'>): readonly string[] {
  return [table.dice, `  ${commitment}`, contribution === undefined ? table.watchedDice : table.added(contribution)];
}

interface ResultSpeech {
  readonly name: Name;
  readonly cards: Cards;
  readonly words: Words;
}

export function resultWords(
  { result: { result, reason, winners, standings }, seats }: MatchTable,
  { name, cards, words }: ResultSpeech,
): readonly string[] {
  const { table } = words.screen;
  const held = (seat: number) => seats.slice(seat, seat + 1).map((holder) => ` (${holderName(holder, words)})`);
  const who = (seat: number) => `${name(seat)}${held(seat).join('')}`;
  const headline = own(table.results, result)?.(winners.map(who).join(table.and)) ?? result;
  const rows = standings.map(({ seat, place, score, breakdown }) => {
    const parts = Object.entries(breakdown).map(([part, count]) => `${partName(words, part, cards)} ${count}`);
    return `  ${place}.  ${who(seat)}: ${score}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
  });
  return [`${headline}: ${reasonName(words, reason)}.`, ...rows];
}

/** What games and their editions are called. What this version does not know keeps its own name. */
export function gameName({ names }: Pick<Screen, 'names'>, game: string): string {
  return own(names.games, game) ?? game;
}

export function editionName({ names }: Pick<Screen, 'names'>, preset: string): string {
  return own(names.editions, preset) ?? preset;
}

export function goalOf({ goals }: Pick<Screen, 'goals'>, game: string): string | undefined {
  return own(goals, game);
}

interface Holder {
  readonly kind: string;
  readonly name: string;
}

/** The name of a person as it is, and that of a bot as its language calls it. */
export function holderName({ kind, name }: Holder, words: Words): string {
  return kind === 'bot' ? words.bot(name).name : name;
}

/** The entry of a table by a name that a server sent: it may be any text, also one that every object has. */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

// The words of clocks and agreements.

/** Tells the player, before the question, how long there is to answer it. */
export function timeWords(
  live: Pick<LiveMatch, 'deadline' | 'windowDeadline' | 'clockAhead'>,
  now: number,
  words: Words,
): readonly string[] {
  if (live.deadline === undefined) return [];
  const { table } = words.screen;
  const left = span(live.deadline - live.clockAhead - now, words);
  return [live.windowDeadline === undefined ? table.time(left) : table.onlyYou(left)];
}

interface Watching extends Perspective {
  /** How far the clock of the server is ahead of this device's. */
  readonly clockAhead: number;
}

/** By the clock of this device, on which people look. */
const moment = (at: number, { clockAhead, words }: Watching): string =>
  new Date(at - clockAhead).toLocaleString(words.language);

/** Tells the offers, the answers, the pauses and the vacations that came between two tables. */
export function agreementWords(before: MatchTable, after: MatchTable, eyes: Watching): readonly string[] {
  const pauses = pauseWords(before.pausedUntil, after.pausedUntil, eyes);
  return [...offerWords(before, after, eyes), ...pauses, ...vacationWords(before, after, eyes)];
}

function offerWords({ offer: was }: MatchTable, { offer, result }: MatchTable, eyes: Perspective): readonly string[] {
  const { table } = eyes.words.screen;
  if (offer.what === '') return was.what === '' || result.result !== '' ? [] : [table.offerClosed];
  if (offer.what !== was.what || offer.by !== was.by) {
    const offered = table.offers(other(offer.by, eyes), offer.what, offer.minutes);
    return [eyes.you === undefined || eyes.you === offer.by ? offered : `${offered} ${table.answerOffer}`];
  }
  const more = offer.accepted.filter((seat) => !was.accepted.includes(seat));
  return more.map((seat) => table.accepts(other(seat, eyes)));
}

/** The name of another player; nothing for the player who reads. */
function other(seat: number, { name, you }: Perspective): string | undefined {
  return seat === you ? undefined : name(seat);
}

function pauseWords(was: number, is: number, eyes: Watching): readonly string[] {
  if (was === is) return [];
  const { table } = eyes.words.screen;
  return [is === 0 ? table.goesOn : table.pausesUntil(moment(is, eyes))];
}

function vacationWords({ vacations: was }: MatchTable, { vacations, seats }: MatchTable, eyes: Watching) {
  return seats.flatMap((_, seat) => {
    const until = vacations[seat] ?? 0;
    if (until === (was[seat] ?? 0)) return [];
    const who = other(seat, eyes);
    const { onVacation, vacationOver } = eyes.words.screen.table;
    return [until === 0 ? vacationOver(who) : onVacation(who, moment(until, eyes))];
  });
}

/** `2 min 5 s`, `3 d 4 h` */
export function span(milliseconds: number, { screen }: Words): string {
  const { units } = screen.table;
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), units.days],
    [Math.floor(seconds / 3600) % 24, units.hours],
    [Math.floor(seconds / 60) % 60, units.minutes],
    [seconds % 60, units.seconds],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

// The titles and texts of cards. The terminal asks for them once, before the first board.

type Listed = CardList['cards'][number];

/** A card in the language of the player. */
export interface CardWords extends Pick<Listed, 'id' | 'title' | 'timing' | 'text'> {
  /** When it may be played, in a sentence. */
  readonly when: string;
  /** What it costs, in a sentence; empty if it costs nothing. */
  readonly cost: string;
}

/** The words of each card by its id. A missing card is shown by its id alone. */
export type Cards = ReadonlyMap<string, CardWords>;

export const NO_CARDS: Cards = new Map();

/** Asks for the cards. An old server does not tell them; a match can be played without. */
export async function readCards(client: Pick<FlowerWarClient, 'cards'>, match: Carded, words: Words): Promise<Cards> {
  try {
    return cardsIn(await client.cards(match.game), match, words);
  } catch (error) {
    if (explain(error, words) === undefined) throw error;
    return NO_CARDS;
  }
}

interface Carded {
  readonly game: string;
  /** Those of the match, which change what some cards do. */
  readonly options?: MatchOptions;
}

export function cardsIn(cards: readonly Listed[], { game, options }: Carded, words: Words): Cards {
  return byId(
    cards.map((card) => ({
      id: card.id,
      timing: card.timing,
      ...(game === 'space-aztecs' && { mark: card.id }), // as the board calls it
      ...words.card(game, card, options),
    })),
  );
}

export function byId(cards: readonly CardWords[]): Cards {
  return new Map(cards.map((card) => [card.id, card]));
}

/** `Dart Thrower`. */
export function titleOf(cards: Cards, id: string): string {
  return cards.get(id)?.title ?? id;
}

/** What the card does whose id is one of these words. */
export function textOn(cards: Cards, words: string): string | undefined {
  return words.split(' ').flatMap((word) => cards.get(word)?.text ?? [])[0];
}
