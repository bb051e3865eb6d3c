/** Events, moves and questions in sentences. */
import type { GameName, LegalMove } from '@flower-war/protocol';
import type { EventTables, MoveTables, PromptTables, Speech, Telling } from './eventTables.ts';
import { genericEvent } from './generic.ts';

export interface Tables {
  readonly events: EventTables;
  readonly moves: MoveTables;
  readonly prompts: PromptTables;
  readonly day: (day: number) => string;
  /** `a skull`, `2 skulls`. */
  readonly counters: Readonly<Record<Telling['game'], (n: number) => string>>;
}

export interface AnyEvent {
  readonly kind: string;
}

type Told<T> = (told: T, telling: Telling) => string | undefined;

function own<T>(table: object | undefined, name: string): Told<T> | undefined {
  if (table === undefined || !Object.hasOwn(table, name)) return undefined;
  return (table as Readonly<Record<string, Told<T>>>)[name];
}

/** Both games on the ring share a table. */
function tableOf<T extends object>(tables: { readonly ring: T } & object, game: GameName): object | undefined {
  if (game === 'flower-war' || game === 'mexica') return tables.ring;
  return game !== 'ring' && Object.hasOwn(tables, game) ? (tables as Record<string, object>)[game] : undefined;
}

/** An event of a newer server is told by its own names. */
export function eventIn(tables: Tables, game: GameName, event: AnyEvent, speech: Speech): string | undefined {
  const words = own<AnyEvent>(tableOf(tables.events, game), event.kind);
  return words === undefined ? genericEvent(event, speech.name) : words(event, telling(tables, game, speech));
}

/** A move whose verb this version does not know is shown as it is written. */
export function moveIn(tables: Tables, game: GameName, move: LegalMove, speech: Speech): string {
  const words = own<object>(tableOf(tables.moves, game), move.verb);
  return words?.(move, telling(tables, game, speech)) ?? move.move;
}

/** Nothing for a phase that this version does not know. */
export function promptIn(tables: Tables, game: GameName, view: object, speech: Speech): string | undefined {
  const phase = 'phase' in view ? String(view.phase) : '';
  return own<object>(tableOf(tables.prompts, game), phase)?.(view, telling(tables, game, speech));
}

function telling({ day, counters }: Tables, game: GameName, { name, cards }: Speech): Telling {
  const ringGame = game === 'mexica' ? 'mexica' : 'flower-war';
  const text = (id: string) => (cards.get(id)?.text ?? '').replace(/\.$/, '');
  const card = (id: string) => titled(game, id, cards.get(id)?.title);
  const cardAndText = (id: string) => (text(id) === '' ? card(id) : `${card(id)}: ${text(id)}`);
  return { name, card, cardAndText, text, day, skulls: counters[ringGame], game: ringGame };
}

/** The cards of Space Aztecs are known by what is printed in their corner; the others by their titles alone. */
function titled(game: GameName, id: string, title: string | undefined): string {
  if (title === undefined) return id;
  return game === 'space-aztecs' ? `${title} (${id})` : title;
}
