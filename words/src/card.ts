/** Cards in sentences, made from what the cards do. */
import type {
  CardFace,
  CardList,
  Deck,
  DiscFace,
  Effect,
  GameName,
  OptionValue,
  SpaceAztecsFace,
  Timing,
  TitledCard,
  TitledSpaceCard,
} from '@flower-war/protocol';
import { own, sentence } from './telling.ts';

/** A card as the server lists it. */
export type Card = CardList['cards'][number];

/** A card in sentences. */
export interface CardText {
  readonly title: string;
  /** `War card`. */
  readonly deck: string;
  /** When the card may be played, in a sentence. */
  readonly when: string;
  /** What it costs to play it, in a sentence; empty in games whose cards cost nothing. */
  readonly cost: string;
  /** What the card does, in sentences. */
  readonly text: string;
}

/** All that a language says about cards. */
export interface CardWords {
  readonly ring: RingCards;
  readonly spaceAztecs: SpaceAztecsCards;
  readonly day: (day: number) => string;
  readonly shortDay: (day: number) => string;
  readonly chosen: MatchOptions;
  /** What the chosen value of an option means, in a sentence. */
  readonly means: (option: string) => string;
}

/** The options of a match, as far as they are known. */
export type MatchOptions = Readonly<Record<string, OptionValue>>;

/** A card of a game that this version does not know, or of a server that sends no face, keeps its notation. */
export function cardIn(words: CardWords, game: GameName, card: Card): CardText {
  const { face } = card as Partial<Card>;
  if (isRing(game) && (Array.isArray(face?.effects) || face?.kind === 'disc'))
    return ringCard(words, game, { ...card, face: face as CardFace | DiscFace });
  if (game === 'space-aztecs' && face !== undefined)
    return spaceAztecsCard(words.spaceAztecs, { ...card, face: face as SpaceAztecsFace });
  return { title: card.title, deck: card.deck, when: '', cost: '', text: card.text };
}

type RingGame = 'flower-war' | 'mexica';

const isRing = (game: string): game is RingGame => game === 'flower-war' || game === 'mexica';

type With<Face> = Omit<Card, 'face'> & { readonly face: Face };

const told = (clauses: Clauses): string =>
  [clauses]
    .flat()
    .filter((clause) => clause !== '')
    .map(sentence)
    .join(' ');

function ringCard(words: CardWords, game: RingGame, { face, ...card }: With<CardFace | DiscFace>): CardText {
  const { decks, cost } = words.ring;
  const hasCost = game === 'flower-war' && (card.deck === 'war' || card.deck === 'rain');
  return {
    title: titleOf(words, card, face),
    deck: own<string>(decks, card.deck) ?? card.deck,
    when: whenIn(words, { ...card, face }),
    cost: hasCost ? told(cost(card.cost)) : '',
    text: face.kind === 'disc' ? discText(words, face) : cardText(words, game, { ...card, face }),
  };
}

/** When the card works, as the options of the match have it. A trap that attacks never works on its owner. */
function whenIn({ ring, chosen, means }: CardWords, { timing, face }: With<CardFace | DiscFace>): string {
  if (timing === 'victory' && chosen['victoryCardsPublic'] === false) return means('victoryCardsPublic');
  const usual = told(own<string>(ring.timings, timing) ?? '');
  const isLaid = (timing === 'trap' || timing === 'linger') && face.kind !== 'disc';
  const attacks = isLaid && face.effects.some(({ kind }) => kind === 'attack');
  return isLaid && !attacks && chosen['trapsHitOwner'] === true ? `${usual} ${means('trapsHitOwner')}` : usual;
}

function titleOf(
  { ring: { titles }, shortDay }: CardWords,
  { id, title, deck }: Omit<Card, 'face'>,
  face: CardFace | DiscFace,
) {
  if (titles === undefined) return title;
  const named = own<string>(titles.own, id);
  if (named !== undefined || face.day === undefined) return named ?? title;
  return seriesOf(titles, deck, face)?.(shortDay(face.day)) ?? title;
}

function seriesOf({ families, week, land, disc }: RingTitles, deck: string, face: CardFace | DiscFace) {
  if (face.kind === 'disc') return disc;
  if (face.isLand === true) return land;
  return deck === 'week' ? week : families[(face.number ?? 0) - 1];
}

/** A card with an effect that no table has keeps its notation, because half of its words would be wrong. */
function cardText(words: CardWords, game: RingGame, { timing, face, text }: With<CardFace>): string {
  const { ring, day, chosen } = words;
  if (!face.effects.every(({ kind }) => Object.hasOwn(ring.effects, kind))) return text;
  const speech = { skulls: ring.skulls[game], day, timing: timing as Timing, hasCosts: game === 'flower-war' };
  const isIdle = timing === 'passive' && chosen.weekBonuses === 'off';
  const clauses = isIdle ? [] : clausesOf(ring, face.effects, speech);
  const held =
    timing === 'passive' && face.day !== undefined ? [ring.week(day(face.day), signOf(ring, face))].flat() : [];
  return told([...clauses, ...held]);
}

const signOf = ({ signs }: RingCards, { sign }: CardFace): string | undefined => sign && signs[sign];

type Said = Omit<CardSpeech, 'isChosen' | 'together'>;

function clausesOf(ring: RingCards, effects: readonly Effect[], said: Said): readonly string[] {
  return effects.flatMap((effect, index) => {
    const isChosen = effects.slice(0, index).some(letsChoose);
    const together = (inner: readonly Effect[]) => clausesOf(ring, inner, said).join('; ');
    return clause(ring, effect, { ...said, isChosen, together });
  });
}

function clause<K extends Effect['kind']>({ effects }: RingCards, effect: EffectOf<K>, speech: CardSpeech): Clauses {
  return (
    own<(effect: EffectOf<K>, speech: CardSpeech) => Clauses>(effects as never, effect.kind)?.(effect, speech) ?? ''
  );
}

const letsChoose = (effect: Effect): boolean =>
  [...['who', 'from', 'to', 'target']].some(
    (field) => (effect as Readonly<Record<string, unknown>>)[field] === 'chosen',
  );

function discText({ ring: { omens, cancels }, chosen, means }: CardWords, face: DiscFace): string {
  const changed = Object.entries(face.changes).map(([name, value]) =>
    told(own<(value: unknown) => Clauses>(omens as never, name)?.(value) ?? ''),
  );
  const { option, usual, adds } = own<DiscOption>(DISC_OPTIONS, String(face.day)) ?? {};
  const value = option && chosen[option];
  const [cancelsOne = [], ...cancelsEnd] = [cancels].flat();
  const cancelling = [cancelsOne, ...(chosen['apocFlavor'] === 'off' ? [] : cancelsEnd)].map(told);
  const sentences = [...changed, ...(face.cancels ? cancelling : [])];
  if (option === undefined || value === undefined || value === usual) return sentences.join(' ');
  return [...(adds ? sentences : []), means(option), ...(adds ? [] : sentences.slice(1))].join(' ');
}

interface DiscOption {
  readonly option: string;
  readonly usual: OptionValue;
  /** The sentence of the option stands behind the disc's own. Otherwise it takes the place of the first one. */
  readonly adds?: true;
}

/** By day: the discs that an option changes, and the value at which they do what their face says. */
const DISC_OPTIONS: Readonly<Record<number, DiscOption>> = {
  1: { option: 'cipactliMany', usual: false },
  10: { option: 'dog', usual: 'one' },
  13: { option: 'acatlNoDraw', usual: false, adds: true },
  17: { option: 'olin', usual: 'full' },
  20: { option: 'xochitl', usual: 'stakeMinus1' },
};

function spaceAztecsCard(words: SpaceAztecsCards, { face, ...card }: With<SpaceAztecsFace>): CardText {
  const { titles, decks, time } = words;
  const kind = face.kind === 'aztec' ? face.type : face.kind;
  return {
    title: (titles && (own<string>(titles.own, card.id) ?? own<string>(titles.types, kind))) ?? card.title,
    deck: decks[face.kind === 'codex' ? 'codex' : face.colour],
    when: told(time(card.timing)),
    cost: '',
    text: told(faceText(words, face)),
  };
}

function faceText(words: SpaceAztecsCards, face: SpaceAztecsFace): Clauses {
  switch (face.kind) {
    case 'aztec':
      return words.aztecs[face.type](face);
    case 'temple':
      return words.temple(face.colour);
    case 'saucer':
      return words.saucer(face.colour);
    case 'codex':
      return goalText(words, face.goal);
  }
}

function goalText<K extends Goal['kind']>(words: SpaceAztecsCards, goal: Goal & { readonly kind: K }): Clauses {
  const tell = words.goals[goal.kind] as (goal: Goal, points: string) => Clauses;
  return tell(goal, words.points(goal.points));
}

// What a language fills in for cards: a clause for each effect and each omen. A new one without a clause does not compile.

/** What the clauses of a card may ask. */
export interface CardSpeech {
  /** `2 skulls`, in the counters of the game. */
  readonly skulls: (n: number) => string;
  /** `Crocodile (Cipactli)`. */
  readonly day: (day: number) => string;
  readonly timing: Timing;
  /** Whether an earlier effect of the card has already let its player choose a player. */
  readonly isChosen: boolean;
  /** Whether cards cost skulls in this game. */
  readonly hasCosts: boolean;
  /** Joins the clauses of effects that belong together. */
  readonly together: (effects: readonly Effect[]) => string;
}

export type EffectOf<K extends Effect['kind']> = Effect & { readonly kind: K };

/** Sentences without a capital and a full stop; several of them stand in a list. None if the effect changes nothing here. */
type Clauses = string | readonly string[];

export type EffectTable = { readonly [K in Effect['kind']]: (effect: EffectOf<K>, speech: CardSpeech) => Clauses };

type Omens = Required<DiscFace['changes']>;
export type OmenTable = { readonly [K in keyof Omens]: (value: Omens[K]) => Clauses };

export interface RingCards {
  readonly effects: EffectTable;
  readonly omens: OmenTable;
  /** For the disc that cancels another one. */
  readonly cancels: Clauses;
  readonly timings: Readonly<Record<Timing | 'omen', string>>;
  readonly decks: Readonly<Record<Deck | 'week' | 'disc', string>>;
  readonly cost: (n: number) => string;
  readonly skulls: Readonly<Record<'flower-war' | 'mexica', (n: number) => string>>;
  /** Tribute for a week card, and the sign as which it counts. */
  readonly week: (day: string, sign: string | undefined) => Clauses;
  readonly signs: Readonly<Record<'eagle' | 'serpent' | 'flower', string>>;
  /** Beside the printed titles, which are English. */
  readonly titles?: RingTitles;
}

export interface RingTitles {
  readonly own: Readonly<Record<TitledCard, string>>;
  /** By the number in the name of a day card, from 1 on. */
  readonly families: readonly ((day: string) => string)[];
  readonly week: (day: string) => string;
  readonly land: (day: string) => string;
  readonly disc: (day: string) => string;
}

type Face<K extends SpaceAztecsFace['kind']> = SpaceAztecsFace & { readonly kind: K };
type Aztec = Face<'aztec'>;
type Goal = Face<'codex'>['goal'];

export interface SpaceAztecsCards {
  readonly aztecs: { readonly [K in Aztec['type']]: (aztec: Aztec) => Clauses };
  readonly temple: (colour: Aztec['colour']) => Clauses;
  readonly saucer: (colour: Aztec['colour']) => Clauses;
  readonly goals: { readonly [K in Goal['kind']]: (goal: Goal & { readonly kind: K }, points: string) => Clauses };
  readonly decks: Readonly<Record<Aztec['colour'] | 'codex', string>>;
  readonly points: (n: number) => string;
  readonly time: (time: string) => string;
  /** Beside the printed titles, which are English. */
  readonly titles?: {
    readonly own: Readonly<Record<TitledSpaceCard, string>>;
    readonly types: Readonly<Record<Aztec['type'] | 'temple' | 'saucer' | 'codex', string>>;
  };
}
