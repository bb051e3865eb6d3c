/** What an element may be asked to show, and how plain JSON becomes that. */
import type { CardList, GameEvent } from '@flower-war/client';

/** A card of a game as the server lists it (`GET /api/games/{game}/cards`). Without the list, cards are called by their ids. */
export type BoardCard = CardList['cards'][number];

/** A position of a game, as one viewer sees it. */
export interface BoardPosition {
  readonly game: string;
  readonly view: object;
  /** The seat of the viewer; absent for a spectator. */
  readonly seat?: number;
  readonly cards?: readonly BoardCard[];
}

/** The steps of a match, as the server tells them (`GET /api/matches/{match}/steps`), with the name of the game beside them. */
export interface BoardRecord {
  readonly game: string;
  readonly steps: readonly BoardStep[];
  readonly seat?: number;
  readonly cards?: readonly BoardCard[];
}

/** One step. Its view has the fields that changed since the step before. */
export interface BoardStep {
  readonly view: object;
  /** The fields that the view no longer has. */
  readonly gone?: readonly string[];
  readonly events?: readonly GameEvent[];
  readonly status?: string;
}

/** A step with its whole view. */
export interface Shown {
  readonly view: object;
  readonly events: readonly GameEvent[];
}

export interface Film extends Omit<BoardPosition, 'view'> {
  readonly moments: readonly Shown[];
}

/** Tells the page around the element what happens. */
export type Tell = (name: 'ready' | 'step' | 'move' | 'end' | 'error', detail: object) => void;

export interface MatchSource {
  readonly kind: 'match';
  readonly server: string;
  readonly match: string;
  readonly token: string | undefined;
}

export type Source =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'position'; readonly given: unknown }
  | { readonly kind: 'record'; readonly given: unknown }
  | MatchSource;

/** What was given is not what the element reads. `why` says what it is instead. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly why: 'position' | 'record' | 'moves' | 'empty';

  constructor(why: Unreadable['why']) {
    super(`<flower-war-board> cannot read this ${why === 'position' ? 'position' : 'record'}`);
    this.why = why;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readPosition(given: unknown): BoardPosition {
  if (!isObject(given) || typeof given['game'] !== 'string' || !isObject(given['view']))
    throw new Unreadable('position');
  return { game: given['game'], view: given['view'], ...around(given) };
}

export function readRecord(given: unknown): Film {
  if (!isObject(given) || typeof given['game'] !== 'string') throw new Unreadable('record');
  const { game, steps } = given;
  if (!Array.isArray(steps)) throw new Unreadable('record');
  const moments = unrolled(steps.filter(isObject) as object[] as BoardStep[]);
  if (moments.length === 0) throw new Unreadable('empty');
  return { game: game as string, moments, ...around(given) };
}

/** The record of a match is its moves alone, which only the rules can play: the element knows no rules. */
export function parseRecord(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable(/^\s*\{"kind":"created"|^\s*\{.*"kind":\s*"created"/.test(text) ? 'moves' : 'record');
  }
}

/** The steps before the start have no view. */
function unrolled(steps: readonly BoardStep[]): readonly Shown[] {
  let view: Readonly<Record<string, unknown>> = {};
  return steps.flatMap(({ view: changed, gone = [], events = [], status }) => {
    if (isObject(changed)) view = without({ ...view, ...changed }, gone);
    return status === 'open' || Object.keys(view).length === 0 ? [] : [{ view, events }];
  });
}

function without(view: Readonly<Record<string, unknown>>, gone: readonly string[]) {
  return gone.length === 0 ? view : Object.fromEntries(Object.entries(view).filter(([field]) => !gone.includes(field)));
}

function around({ seat, cards }: Readonly<Record<string, unknown>>) {
  return {
    ...(typeof seat === 'number' && { seat }),
    ...(Array.isArray(cards) && { cards: cards as readonly BoardCard[] }),
  };
}
