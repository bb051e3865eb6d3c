/** The command line of `npm run play`: the flags, the language, and the settings of a new match. */
import { type ClockSettings, type HostedGame, readInviteLink, type TableSettings } from '@flower-war/client';
import { pace } from '@flower-war/protocol';
import { BadCommand, type Flags, readCommand } from '@flower-war/protocol/command-line';
import { BOTS_BY_LEVEL, byLevel, english, loadWords, type Screen, type Words } from '@flower-war/words';
import { LANGUAGE_NAMES, LANGUAGES } from '@flower-war/words/all';
import { Problem } from './screen.ts';

export const DEFAULT_URL = 'http://127.0.0.1:2567';

/** What each flag does stands in the help of the words, in the language of the player. */
const TEXT = { kind: 'text', tells: '' } as const;
const SWITCH = { kind: 'switch', tells: '' } as const;

const FLAGS = {
  game: TEXT,
  bot: TEXT,
  seats: TEXT,
  auto: SWITCH,
  preset: TEXT,
  options: TEXT,
  clock: TEXT,
  absence: TEXT,
  habits: TEXT,
  lobby: SWITCH,
  quick: SWITCH,
  join: TEXT,
  watch: TEXT,
  replay: TEXT,
  as: TEXT,
  code: TEXT,
  temple: TEXT,
  'temple-code': TEXT,
  'temple-table': SWITCH,
  'temple-set': TEXT,
  'temple-release': SWITCH,
  temples: SWITCH,
  knock: SWITCH,
  name: TEXT,
  guest: SWITCH,
  rules: TEXT,
  learn: TEXT,
  puzzle: TEXT,
  history: SWITCH,
  leaderboard: SWITCH,
  link: SWITCH,
  redeem: TEXT,
  'recovery-code': SWITCH,
  recover: SWITCH,
  'sign-out': SWITCH,
  out: TEXT,
  url: TEXT,
  lan: SWITCH,
  lang: TEXT,
  'no-hints': SWITCH,
} as const satisfies Flags;

/** The player may give only one of these. */
const WAYS = [
  'lobby',
  'quick',
  'join',
  'watch',
  'replay',
  'auto',
  'rules',
  'learn',
  'puzzle',
  'history',
  'leaderboard',
  'temples',
  'temple-set',
  'temple-release',
  'link',
  'redeem',
  'recovery-code',
  'recover',
  'sign-out',
] as const;

/** What only a new match takes. */
const SET_UP = ['bot', 'options', 'clock', 'absence', 'habits'] as const;

type Parsed = ReturnType<typeof parse>;
export type TerminalArguments = Omit<Parsed, 'url'> & { readonly url: string };

/** Throws a Problem when the arguments contradict each other. */
export function readArguments(given: readonly string[]): TerminalArguments {
  const followed = followClaim(followLink(withBot(parse(given))));
  if (followed.lan && followed.url !== undefined) throw new Problem(({ oneOf }) => oneOf(['--lan', '--url']));
  const wanted = { ...followed, url: followed.url ?? DEFAULT_URL };
  const ways = WAYS.filter((way) => isGiven(wanted, way));
  if (ways.length > 1) throw new Problem(({ oneOf }) => oneOf(ways.map((way) => `--${way}`)));
  if (wanted.auto && wanted.bot === 'none') throw new Problem((problems) => problems.autoNeedsBots);
  const isExisting = wanted.join !== undefined || wanted.watch !== undefined;
  const isSetUp = SET_UP.some((name) => isGiven(wanted, name));
  if (isExisting && (isSetUp || wanted.game !== undefined || wanted.preset !== undefined || wanted.seats !== undefined))
    throw new Problem((problems) => problems.matchExists);
  if (wanted.as !== undefined && wanted.replay === undefined) throw belongs('--as', '--replay');
  if ((wanted.lobby || wanted.quick) && isSetUp) throw new Problem((problems) => problems.leaveOut);
  if (wanted.lobby && wanted.seats !== undefined) throw new Problem((problems) => problems.anySize);
  if (wanted.code !== undefined && !isExisting) throw belongs('--code', '--join', '--watch');
  checkTemple(wanted);
  const { lang } = wanted;
  if (lang !== undefined && !isLanguage(lang))
    throw new Problem(({ unknown }) => unknown.language(lang, LANGUAGE_NAMES.join(', ')));
  if (!/^https?:$/.test(URL.parse(wanted.url)?.protocol ?? ''))
    throw new Problem(({ noAddress }) => noAddress(wanted.url, DEFAULT_URL));
  return wanted;
}

const belongs = (option: string, ...to: readonly string[]): Problem =>
  new Problem(({ belongsTo }) => belongsTo(option, to));

/** A bot is called by its level, in any language: `hard`. Programs call it by its name. */
function withBot(wanted: Parsed): Parsed {
  const { bot } = wanted;
  const found = BOTS_BY_LEVEL.find((name) => LANGUAGES.some((words) => words.bot(name).level === bot));
  return found === undefined ? wanted : { ...wanted, bot: found };
}

/** The link on a temple's label holds its id and its code, and the server unless --url names one. */
function followClaim(wanted: Parsed): Parsed {
  const link = URL.parse(wanted.temple ?? '');
  const [temple, code] = [link?.searchParams.get('t'), link?.searchParams.get('k')];
  if (link === null || !temple || !code) return wanted;
  return { ...wanted, temple, 'temple-code': code, url: wanted.url ?? link.origin };
}

/** With the others the player takes no seat. */
const WITH_SEAT: readonly string[] = ['lobby', 'quick', 'join', 'temple-set', 'temple-release', 'recovery-code'];
const SEATLESS = WAYS.filter((way) => !WITH_SEAT.includes(way));

function checkTemple(wanted: Parsed): void {
  const { temple, knock, 'temple-code': code, 'temple-table': isForTable } = wanted;
  if (temple !== undefined && knock) throw new Problem(({ oneOf }) => oneOf(['--temple', '--knock']));
  if (temple === undefined && code !== undefined) throw belongs('--temple-code', '--temple');
  if (temple === undefined && !knock && isForTable) throw belongs('--temple-table', '--temple', '--knock');
  if (temple === undefined && (wanted['temple-set'] !== undefined || wanted['temple-release']))
    throw new Problem((problems) => problems.templeSetBelongs);
  if (temple !== undefined && !/^templo-[0-9a-f]{4,12}$/.test(temple))
    throw new Problem(({ noTemple }) => noTemple(temple));
  const way = SEATLESS.find((one) => isGiven(wanted, one));
  if ((temple !== undefined || knock) && way !== undefined)
    throw new Problem(({ noSeatWith }) => noSeatWith(`--${way}`));
}

/** An invite link holds the match and its code, and the server unless --url names one. */
function followLink(wanted: Parsed): Parsed {
  const found = wanted.join === undefined ? undefined : readInviteLink(wanted.join);
  if (found === undefined) return wanted;
  const { match, code = wanted.code, origin } = found;
  const url = wanted.url ?? origin;
  return { ...wanted, join: match, ...(url !== undefined && { url }), ...(code !== undefined && { code }) };
}

/** Splits `board=F7,turnCap=50` into names and texts. */
export function readPairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new Problem(({ noPair }) => noPair(pair));
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}

const isGiven = (wanted: Parsed, name: keyof Parsed): boolean => wanted[name] !== undefined && wanted[name] !== false;

function parse(given: readonly string[]) {
  try {
    return readCommand({ name: 'play', does: '', flags: FLAGS }, given).values;
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error;
    const [sentence = ''] = error.message.split('. ');
    const [word = ''] = /--[\w-]+|"[^"]*"/.exec(sentence) ?? [];
    throw new Problem(({ argument }) => argument(sentence, word));
  }
}

// The language in which the terminal speaks: that of --lang, or else that of the system.

const OPTION = /^--lang(?:=(.*))?$/;

/** Read before all other arguments, because what is wrong with them is told in this language. */
export function languageFor(given: readonly string[], environment: NodeJS.ProcessEnv): Promise<Words> {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return loadWords(chosenIn(given) || LC_ALL || LC_MESSAGES || LANG || '');
}

function chosenIn(given: readonly string[]): string | undefined {
  const index = given.findIndex((word) => OPTION.test(word));
  return OPTION.exec(given[index] ?? '')?.[1] ?? (index < 0 ? undefined : given[index + 1]);
}

export const isLanguage = (locale: string): boolean => LANGUAGE_NAMES.includes(locale.split(/[-_.]/)[0] ?? '');

// A new match: the command line is checked against what the server hosts, so that a Problem can list the right values.

type Option = HostedGame['options'][number];
type Value = string | number | boolean;

export interface Settings {
  readonly game: HostedGame;
  readonly preset?: string;
  readonly options: Readonly<Record<string, Value>>;
  /** The name of a bot; `none` waits for people. */
  readonly bot: string;
  readonly seats: number;
  readonly table: Partial<TableSettings>;
}

export function settingsFor(games: readonly HostedGame[], wanted: TerminalArguments): Settings {
  const { game: id, preset, options, bot, seats, clock, absence, habits } = wanted;
  const game = id === undefined ? games[0] : games.find((hosted) => hosted.id === id);
  if (game === undefined)
    throw unknown(
      'game',
      id ?? '',
      games.map((hosted) => hosted.id),
    );
  const presets = game.presets.map((one) => one.id);
  if (preset !== undefined) oneOf('preset', preset, presets);
  const chosen = options === undefined ? {} : valuesOf(game, readPairs(options));
  return {
    game,
    options: chosen,
    bot: botIn(game, bot),
    seats: seatsOf(game, seats),
    table: {
      ...(clock !== undefined && { clock: clockIn(clock) }),
      ...(absence !== undefined && { absence: oneOf('policy', absence, POLICIES) }),
      ...(habits !== undefined && { habits: oneOf('pace', habits, pace.options) }),
    },
    ...(preset !== undefined && { preset }),
  };
}

/** A person who types a bot that does not exist reads the levels, which every language of this program understands. */
function botIn({ bots }: HostedGame, text: string | undefined): string {
  const named = [...byLevel<string>(bots), NO_BOT];
  if (text === undefined) return bots[0] ?? NO_BOT;
  if (!named.includes(text))
    throw unknown(
      'bot',
      text,
      named.map((bot) => english.bot(bot).level || bot),
    );
  return text;
}

const NO_BOT = 'none';

const POLICIES = ['casual', 'fair', 'strict'] as const;

/** `60`, `600+5`, `3d`. The server checks the limits. */
function clockIn(text: string): ClockSettings {
  const [, seconds, increment, days] = /^(?:(\d{1,5})(?:\+(\d{1,3}))?|(\d{1,2})d)$/.exec(text) ?? [];
  if (days !== undefined) return { kind: 'days', days: Number(days) };
  if (seconds === undefined) throw new Problem(({ noTime }) => noTime(text));
  if (increment === undefined) return { kind: 'turn', seconds: Number(seconds) };
  return { kind: 'bank', seconds: Number(seconds), increment: Number(increment) };
}

function seatsOf({ id, seats: [least, most], usualSeats }: HostedGame, wanted: string | undefined): number {
  const seats = wanted === undefined ? usualSeats : Number(wanted);
  if (Number.isInteger(seats) && seats >= least && seats <= most) return seats;
  throw new Problem((problems) => problems.seats(id, least, most, wanted ?? ''));
}

function valuesOf(game: HostedGame, pairs: Readonly<Record<string, string>>): Settings['options'] {
  return Object.fromEntries(
    Object.entries(pairs).map(([name, text]) => {
      const option = game.options.find((one) => one.name === name);
      if (option === undefined)
        throw unknown(
          'option',
          name,
          game.options.map((one) => one.name),
        );
      const value = typed(option, text);
      if (value === undefined)
        throw new Problem((problems) => problems.badValue(name, text, allowed(option, problems.allowed)));
      return [name, value];
    }),
  );
}

function typed(option: Option, text: string): Value | undefined {
  switch (option.type) {
    case 'choice':
      return option.values.find((value) => value === text);
    case 'flag':
      return { true: true, false: false }[text];
    case 'integer': {
      const number = Number(text);
      const isWithin = Number.isInteger(number) && number >= option.min && number <= option.max;
      return isWithin && (number - option.min) % (option.step ?? 1) === 0 ? number : undefined;
    }
  }
}

function allowed(option: Option, words: Screen['problems']['allowed']): string {
  switch (option.type) {
    case 'choice':
      return option.values.join(words.or);
    case 'flag':
      return words.flag;
    case 'integer':
      return words.whole(option.min, option.max);
  }
}

function oneOf<T extends string>(what: keyof Screen['problems']['unknown'], text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw unknown(what, text, known);
  return found;
}

function unknown(what: keyof Screen['problems']['unknown'], given: string, known: readonly string[]): Problem {
  return new Problem((problems) => problems.unknown[what](given, known.join(', ')));
}
