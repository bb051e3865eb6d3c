/** What the page of the server draws with: the tables of all games, what moves on them, and legal moves as a person reads them. */
export { Art, SheetsContext } from './art/Art.tsx';
export { fileOf } from './art/files.ts';
export { type Holder, neverBegan, sitterName, textsIn, useTexts, WordsProvider } from './language.tsx';
export { comes, late, latePage, noteMissingSheets } from './late.ts';
export { RolledDie, rollIn, useMotions } from './motion/animate.tsx';
export { type Cards, type SpokenGame, type TableSpeech, titleOf, useSpeech } from './moves/cardWords.ts';
export {
  afterTap,
  type Choice,
  choicesOf,
  narrowed,
  sentenceOf,
  type TableProps,
  type ThingId,
  thingsOf,
  UNTOUCHED,
} from './moves/choices.ts';
export { type Chosen, useChosen, useMoves } from './moves/choosing.ts';
export { forgoneBy, hasTimeToConfirm, severalOf, wantsCare } from './moves/stakes.ts';
export { aboutThing, askedCards, figuresIn, isTurnOf, pictureOfThing, ringIn } from './tables/aboutThing.ts';
export { Board, Hand, hasHand, HeldCards } from './tables/Board.tsx';
export { CardList, CardText, SeatSign } from './tables/pieces.tsx';
