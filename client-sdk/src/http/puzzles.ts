/** The puzzles of a server: those that come with the rules, and those that its host has made of matches. */
import type { AnsweredPuzzle, PuzzleList, ServedPuzzle } from '@flower-war/protocol';
import type { Http } from './http.ts';

/** Puzzles: positions in which one answer is surely the best. */
export class Puzzles {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** The puzzles of this server, in the order of the days, and how this player stands against them. */
  list(): Promise<PuzzleList> {
    return this.http.call('listPuzzles');
  }

  /** A puzzle with its position, and what each answer is worth. */
  get(puzzle: string): Promise<ServedPuzzle> {
    return this.http.call('getPuzzle', { params: { puzzle } });
  }

  /** Answers a puzzle with one of its moves. The first answer of a player counts for both ratings. */
  answer(puzzle: string, move: string): Promise<AnsweredPuzzle> {
    return this.http.call('answerPuzzle', { params: { puzzle }, body: { move } });
  }
}
