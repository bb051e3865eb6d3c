/** What programs in TypeScript know of the element. */
import type { BoardPosition, BoardRecord } from './element/source.ts';

export type { BoardCard, BoardPosition, BoardRecord, BoardStep } from './element/source.ts';

/** What the `detail` of each event of the element holds. None of them bubbles. */
export interface BoardEvents {
  /** The board is shown. */
  readonly ready: { readonly game: string };
  /** Another step is shown, by its place among all of them; in the player’s own seat, what happened. */
  readonly step: { readonly index?: number; readonly of?: number; readonly events?: readonly object[] };
  /** The player has played a move, in notation. */
  readonly move: { readonly move: string };
  /** The match is over. */
  readonly end: { readonly result: object | undefined };
  /** What went wrong, and what the person reads. */
  readonly error: { readonly error: unknown; readonly text: string };
}

/** Those of the element come first: its `error` is another one than that of each element. */
type Events = Omit<HTMLElementEventMap, keyof BoardEvents> & { [K in keyof BoardEvents]: CustomEvent<BoardEvents[K]> };

type Listener<K extends keyof Events> = (this: FlowerWarBoard, event: Events[K]) => unknown;

/** A live match, a replay, or a position. Attributes: `server`, `match`, `token`, `record`, `lang`, `theme`. */
export declare class FlowerWarBoard extends HTMLElement {
  /** A position as plain JSON. It is shown in place of all else. */
  position: BoardPosition | undefined;
  /** The steps of a match as plain JSON, or the address at which they lie. */
  record: BoardRecord | string | undefined;
  /** The token of a player, who then plays in their own seat. As a property it does not stand in the page. */
  token: string | undefined;

  addEventListener<K extends keyof Events>(
    type: K,
    listener: Listener<K>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof Events>(
    type: K,
    listener: Listener<K>,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'flower-war-board': FlowerWarBoard;
  }
}
