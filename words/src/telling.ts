/** Events, moves and questions in sentences. */
import type { EventOf, GameEvent, GameName, LegalMove, PartsOf, ViewOf } from '@flower-war/protocol';

export interface Tables {
  readonly events: EventTables;
  readonly moves: MoveTables;
  readonly prompts: PromptTables;
  readonly day: (day: number) => string;
  /** `a skull`, `2 skulls`. */
  readonly counters: Readonly<Record<Telling['game'], (n: number) => string>>;
}

interface AnyEvent {
  readonly kind: string;
}

type Tells<T> = (told: T, telling: Telling) => string | undefined;

/** The entry of a table by a name that may be any text, also one that every object has. */
export function own<T>(table: object | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? (table as Readonly<Record<string, T>>)[name] : undefined;
}

/** Both games on the ring share a table. */
function tableOf<T extends object>(tables: { readonly ring: T } & object, game: GameName): object | undefined {
  if (game === 'flower-war' || game === 'mexica') return tables.ring;
  return game !== 'ring' && Object.hasOwn(tables, game) ? (tables as Record<string, object>)[game] : undefined;
}

/** An event of a newer server is told by its own names. */
export function eventIn(tables: Tables, game: GameName, event: AnyEvent, speech: Speech): string | undefined {
  const words = own<Tells<AnyEvent>>(tableOf(tables.events, game), event.kind);
  return words === undefined ? genericEvent(event, speech.name) : words(event, telling(tables, game, speech));
}

/** A move whose verb this version does not know is shown as it is written. */
export function moveIn(tables: Tables, game: GameName, move: LegalMove, speech: Speech): string {
  const words = own<Tells<object>>(tableOf(tables.moves, game), move.verb);
  return words?.(move, telling(tables, game, speech)) ?? move.move;
}

/** Nothing for a phase that this version does not know. */
export function promptIn(tables: Tables, game: GameName, view: object, speech: Speech): string | undefined {
  const phase = 'phase' in view ? String(view.phase) : '';
  const battle = 'battle' in view ? standingOf(view.battle as Battle) : undefined;
  const told = { ...telling(tables, game, speech), ...(battle !== undefined && { standing: battle }) };
  return own<Tells<object>>(tableOf(tables.prompts, game), phase)?.(view, told);
}

function telling({ day, counters }: Tables, game: GameName, { name, cards, legal }: Speech): Telling {
  const ringGame = game === 'mexica' ? 'mexica' : 'flower-war';
  const text = (id: string) => (cards.get(id)?.text ?? '').replace(/\.$/, '');
  const card = (id: string) => titled(id, cards.get(id));
  const cardAndText = (id: string) => (text(id) === '' ? card(id) : `${card(id)}: ${text(id)}`);
  const mustGive = legal?.[0] !== undefined && legal.every(({ move }) => move !== 'done');
  return { name, card, cardAndText, text, day, skulls: counters[ringGame], game: ringGame, mustGive };
}

function titled(id: string, card: TitledCard | undefined): string {
  if (card === undefined) return id;
  return card.mark === undefined ? card.title : `${card.title} (${card.mark})`;
}

/** For events without words of their own: `RED: offered (god war, amount 2)`. */
function genericEvent(event: Pick<GameEvent, 'kind'>, name: (seat: number) => string): string {
  const { kind, seat, ...rest } = event as Readonly<Record<string, unknown>> & { readonly kind: string };
  const who = typeof seat === 'number' ? `${name(seat)}: ` : '';
  const details = Object.entries(rest).map(([field, value]) => `${field} ${text(value)}`);
  return `${who}${kind.replaceAll('-', ' ')}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

/** Writes lists and objects in words, because people cannot read braces. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(text).join(' and ');
  if (typeof value !== 'object' || value === null) return String(value ?? 'none');
  return Object.entries(value)
    .map(([field, part]) => `${field} ${text(part)}`)
    .join(' ');
}

// Counted things: `1 skull`, `2 skulls`. `Intl.PluralRules` knows which form a language uses for a number.

/** `other` serves for every form that a language does not list. `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

type Count = (n: number, forms: Forms) => string;

export function counting(language: string): Count {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll('#', numbers.format(n));
}

/** A clause as a sentence, with a capital and a full stop. */
export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

// How a battle stands, from what every viewer sees.

type Battle = ViewOf<'mexica'>['battle'];

/** Nothing if there is no battle, or a coin decides it, or the dice are still to be rolled. */
export function standingOf({ on, attacker, defender, coin, ...battle }: Battle): Standing | undefined {
  if (!on || coin !== 'none' || battle.attack.length === 0 || battle.defence.length === 0) return undefined;
  const counting = (dice: readonly number[], keeps: 'high' | 'low') =>
    keeps === 'high' ? Math.max(...dice) : Math.min(...dice);
  const attack = counting(battle.attack, battle.attackKeeps) + battle.attackBonus;
  return { attacker, defender, totals: [attack, counting(battle.defence, battle.defenceKeeps) + battle.defenceBonus] };
}

// What a language fills in for events, moves and questions. A new kind without words does not compile.

/** A card in words, as `card` gives it. */
export interface TitledCard {
  readonly title: string;
  readonly text: string;
  /** What tells it from cards of the same title on this screen: the time in its corner, or its id. */
  readonly mark?: string;
}

/** The names of seats and cards at a table. */
export interface Speech {
  readonly name: (seat: number) => string;
  /** By id. A missing card is called by its id. */
  readonly cards: ReadonlyMap<string, TitledCard>;
  /** The moves that answer a question. The view does not say whether the seat may stop. */
  readonly legal?: readonly Pick<LegalMove, 'move'>[];
}

/** What sentences may ask. */
export interface Telling {
  readonly name: (seat: number) => string;
  /** `Dart Thrower`. */
  readonly card: (id: string) => string;
  /** `Dart Thrower: Attack …`, without a full stop. */
  readonly cardAndText: (id: string) => string;
  /** What a card does, without a full stop; empty if the card is not known. */
  readonly text: (id: string) => string;
  readonly day: (day: number) => string;
  /** `a skull`, `2 skulls`, in the counters of the game. */
  readonly skulls: (n: number) => string;
  readonly game: 'flower-war' | 'mexica';
  /** Whether the seat must give as many cards as the question says. */
  readonly mustGive: boolean;
  /** How the battle stands; nothing before the dice are rolled, and where a coin decides. */
  readonly standing?: Standing;
}

interface Standing {
  readonly attacker: number;
  readonly defender: number;
  readonly totals: readonly [attacker: number, defender: number];
}

type RingEvent = EventOf<'flower-war'> | EventOf<'mexica'>;
export type RingEventOf<K extends RingEvent['kind']> = Extract<RingEvent, { readonly kind: K }>;

/** Nothing for an event that another event or the picture tells. */
type EventTable<Told extends { readonly kind: string }> = {
  readonly [K in Told['kind']]: (told: Extract<Told, { readonly kind: K }>, telling: Telling) => string | undefined;
};

export interface EventTables {
  readonly ring: EventTable<RingEvent>;
  readonly 'space-aztecs': EventTable<EventOf<'space-aztecs'>>;
  readonly tieqchieq: EventTable<EventOf<'tieqchieq'>>;
}

type RingParts = PartsOf<'flower-war'> | PartsOf<'mexica'>;
type SpaceAztecsParts = PartsOf<'space-aztecs'>;
type TieqchieqParts = PartsOf<'tieqchieq'>;

/** A move on the ring with this verb. */
export type RingMoveOf<V extends RingParts['verb']> = RingParts & { readonly verb: V };
/** A move of a token in Tieqchieq. */
export type TieqchieqWalk = Extract<TieqchieqParts, { readonly to: number }>;

/** What a move does, by its verb. */
export interface MoveTables {
  readonly ring: { readonly [V in RingParts['verb']]: (move: RingMoveOf<V>, telling: Telling) => string };
  readonly 'space-aztecs': {
    readonly [V in SpaceAztecsParts['verb']]: (move: SpaceAztecsParts & { verb: V }, telling: Telling) => string;
  };
  readonly tieqchieq: {
    readonly [V in TieqchieqParts['verb']]: (move: TieqchieqParts & { verb: V }) => string;
  };
}

export type RingView = ViewOf<'flower-war'> | ViewOf<'mexica'>;
type SpaceAztecsView = ViewOf<'space-aztecs'>;
type TieqchieqView = ViewOf<'tieqchieq'>;

/** The question to the seat that is asked, by the phase of the match. */
export interface PromptTables {
  readonly ring: { readonly [P in RingView['phase']]: (view: RingView, telling: Telling) => string };
  readonly 'space-aztecs': {
    readonly [P in SpaceAztecsView['phase']]: (view: SpaceAztecsView, telling: Telling) => string;
  };
  readonly tieqchieq: { readonly [P in TieqchieqView['phase']]: (view: TieqchieqView) => string };
}
