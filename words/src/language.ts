/** Makes the words of a language from its tables. What a newer server sends and no table has keeps its own name. */
import type { GameName, OptionValue } from '@flower-war/protocol';
import { cardIn, type CardWords } from './card.ts';
import type { Screen } from './en/screen/index.ts';
import { eventIn, moveIn, own, promptIn, type Speech, type Tables } from './telling.ts';
import type {
  BotTable,
  BotText,
  CodeTable,
  EndingTable,
  EndingText,
  HabitTables,
  HabitText,
  OptionTables,
  OptionText,
  ReasonTables,
  Refused,
  SeatOfMatch,
  Words,
} from './words.ts';

/** What a language is made of. */
export interface Language
  extends Pick<CardWords, 'ring' | 'spaceAztecs'>,
    Pick<Tables, 'events' | 'moves' | 'prompts' | 'counters'> {
  /** As `Intl` calls it. */
  readonly language: string;
  readonly days: readonly string[];
  readonly codes: CodeTable;
  readonly reasons: ReasonTables;
  readonly options: OptionTables;
  readonly bots: BotTable;
  readonly habits: HabitTables;
  readonly endings: EndingTable;
  readonly screen: Screen;
}

export function wordsOf(tables: Language): Words {
  const { language, days, codes, reasons, options, bots } = tables;
  const shortDay = (day: number) => days[day - 1] ?? String(day);
  const day = (number: number) =>
    NAHUATL[number - 1] === undefined ? String(number) : `${shortDay(number)} (${NAHUATL[number - 1]})`;
  return {
    language,
    day,
    shortDay,
    refusal: (refused, game) => refusalIn({ codes, reasons }, refused, game),
    option: (game, name, value) => optionIn(own<Loose>(options, game), name, value),
    card: (game, card, chosen = {}) => {
      const means = (name: string) => optionIn(own<Loose>(options, game), name, chosen[name] ?? '').value;
      return cardIn({ ...tables, day, shortDay, chosen, means }, game, card);
    },
    event: (game, event, speech) => eventIn({ ...tables, day }, game, event, speech),
    move: (game, move, speech) => moveIn({ ...tables, day }, game, move, speech),
    prompt: (game, view, speech) => promptIn({ ...tables, day }, game, view, speech),
    ending: (ending) => own<EndingText>(tables.endings, ending) ?? { name: ending, about: '' },
    bot: (name) => botIn(bots, name),
    botAt: (name, place) => botAtIn(bots, name, place),
    habits: (game) => habitsIn(own<Readonly<Record<string, string>>>(tables.habits, game)),
    screen: tables.screen,
  };
}

const habitsIn = (about: Readonly<Record<string, string>> = {}): readonly HabitText[] =>
  Object.entries(about).map(([name, text]) => ({ name, about: text }));

type Refusing = Pick<Language, 'codes' | 'reasons'>;

/** A broken rule has its own sentence, which says more than the code; so have some other reasons. */
function refusalIn({ codes, reasons }: Refusing, { code, reason = '', message }: Refused, game?: GameName): string {
  const rules = code === 'illegal-move' && game !== undefined ? own<object>(reasons, game) : undefined;
  const broken = rules === undefined ? own<string>(codes, reasonKey(code, reason)) : own<string>(rules, reason);
  const said = broken ?? own<string>(codes, code) ?? message;
  return code === 'slow-talk' && reason !== '' ? `${said} (${reason})` : said;
}

/** Under what the sentences of codes have that of a reason. A person, and no program, has made up a name that is not read. */
function reasonKey(code: string, reason: string): string {
  if (code === 'tournament-refused') return `tournament-${reason}`;
  if (code === 'cannot-agree' || code === 'name-refused') return reason;
  return code === 'bad-request' && reason === 'name' ? 'name-refused' : code;
}

interface LooseEntry {
  readonly title: string;
  readonly means: ((value: OptionValue) => string) | Readonly<Record<string, string>>;
}
type Loose = Readonly<Record<string, LooseEntry>>;

function optionIn(table: Loose | undefined, name: string, value: OptionValue): OptionText {
  const entry = table === undefined ? undefined : own<LooseEntry>(table, name);
  if (entry === undefined) return { title: name, value: String(value) };
  const { title, means } = entry;
  if (typeof means === 'function') return { title, value: means(value) };
  return {
    title,
    value: own<string>(means, typeof value === 'boolean' ? YES_NO[`${value}`] : String(value)) ?? String(value),
  };
}

const YES_NO = { true: 'yes', false: 'no' } as const;

// Names of games, editions and lengths. What this version does not know keeps its own name.

type Named = Pick<Words, 'screen'>;

export const gameName = ({ screen }: Named, game: string): string => own<string>(screen.names.games, game) ?? game;
export const editionName = ({ screen }: Named, preset: string): string =>
  own<string>(screen.names.editions, preset) ?? preset;
export const lengthName = ({ screen }: Named, length: string): string =>
  own<string>(screen.names.lengths, length) ?? length;
/** Why a match ended. What this version does not know is told by its own name. */
export const reasonName = ({ screen }: Named, reason: string): string =>
  own<string>(screen.table.reasons, reason) ?? plainly(reason);
/** A part of a score. One without words of its own is a card. */
export const partName = ({ screen }: Named, part: string, cards: Speech['cards']): string =>
  own<string>(screen.table.parts, part) ?? cards.get(part)?.title ?? plainly(part);
const plainly = (id: string): string => id.replaceAll('-', ' ');
export const goalOf = ({ screen }: Named, game: string): string => own<string>(screen.goals, game) ?? '';

/** From easy to hard. */
export const BOTS_BY_LEVEL: readonly string[] = ['random', 'easy', 'greedy', 'strong'];

/** Bots from easy to hard, however the server lists them; those that this version does not know come last. */
export const byLevel = <Bot extends string>(bots: readonly Bot[]): readonly Bot[] =>
  bots.toSorted((one, other) => levelOf(one) - levelOf(other));

const levelOf = (bot: string): number =>
  BOTS_BY_LEVEL.includes(bot) ? BOTS_BY_LEVEL.indexOf(bot) : BOTS_BY_LEVEL.length;

const botIn = (bots: BotTable, name: string): BotText => own<BotText>(bots, name) ?? { name, level: '', about: '' };

/** `Citlali (hard)`; a bot that no table has keeps its own name. */
function botAtIn(bots: BotTable, name: string, place: SeatOfMatch): string {
  const { level } = botIn(bots, name);
  return `${botNameAt(place)} (${level === '' ? name : level})`;
}

/** The names of the days in Nahuatl, which are the same in every language; moves use them in small letters. */
export const NAHUATL: readonly string[] = [
  'Cipactli',
  'Ehecatl',
  'Calli',
  'Cuetzpalin',
  'Coatl',
  'Miquiztli',
  'Mazatl',
  'Tochtli',
  'Atl',
  'Itzcuintli',
  'Ozomahtli',
  'Malinalli',
  'Acatl',
  'Ocelotl',
  'Cuauhtli',
  'Cozcacuauhtli',
  'Olin',
  'Tecpatl',
  'Quiyahuitl',
  'Xochitl',
];

/** Names for bots, so that a list of matches does not show the same bot at every seat. They are the same in every language. */
const NAMES: readonly string[] = [
  'Citlali',
  'Tenoch',
  'Nenetl',
  'Yaotl',
  'Papan',
  'Chimalli',
  'Izel',
  'Necalli',
  'Tonalli',
  'Zolin',
  'Ameyalli',
  'Itzcoatl',
  'Nelli',
  'Yoltic',
  'Eztli',
  'Huemac',
  'Tepin',
  'Centli',
];
/** Has no divisor in common with the number of names, so that no two seats of a match share a name. */
const STEP = 5;

/** The same place always gives the same name. */
function botNameAt({ match, seat }: SeatOfMatch): string {
  const start = [...match].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 0);
  return NAMES[(start + STEP * seat) % NAMES.length] ?? match;
}
