/** What cards say, as data: the vocabulary of effects, and the cards that have a title of their own. */
export type {
  CardFace,
  Deck,
  DiscFace,
  Effect,
  GodChoice,
  Moment,
  Place,
  Sign,
  SpaceAztecsFace,
  Timing,
  TitledCard,
  TitledSpaceCard,
  Who,
} from '@flower-war/rules';
