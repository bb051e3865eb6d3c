/** A game whose moves people write in several ways. */
export interface SpellingCapability {
  /** The notation of a move whose words are spelled in another usual way; any other text as it is. */
  notation(text: string): string;
}
