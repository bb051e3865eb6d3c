/** A game whose moves players write in several ways. */
export interface SpellingCapability {
  /** The notation of a move that a player spells in another usual way. Any other text stays as it is. */
  notation(text: string): string;
}
