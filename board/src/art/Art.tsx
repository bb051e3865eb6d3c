/**
 * Pictures in the manner of the codices, drawn by our own hand. They lie on sheets, which come when something of them is first drawn.
 * Fills name the colours of palette.css, so that a picture follows light and dark.
 */
import './art.css';
import { createContext, type ReactNode, type SVGAttributes, useContext } from 'react';

/** The sheets by their names. */
export type SheetName = 'days' | 'ring' | 'aztecs' | 'walk';

/** `ring#skull`: a sheet, and the name of a picture on it. */
export type Picture = `${SheetName}#${string}`;

/** Where a picture lies. A page has each sheet as a file; an element on the page of others has them within itself. */
export const SheetsContext = createContext((picture: Picture): string => `#${picture.replace('#', '-')}`);

interface ArtProps extends SVGAttributes<SVGSVGElement> {
  readonly of: Picture;
  readonly className?: string;
}

/** It tells nothing that words beside it do not tell. */
export function Art({ of, className = '', ...attributes }: ArtProps) {
  const addressOf = useContext(SheetsContext);
  return (
    <svg className={`art ${className}`} aria-hidden="true" {...attributes}>
      <use href={addressOf(of)} />
    </svg>
  );
}

interface PieceProps {
  readonly of: Picture;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly className?: string;
}

/** A picture within a larger one. */
export function Piece({ of, size, ...place }: PieceProps): ReactNode {
  const addressOf = useContext(SheetsContext);
  return <use href={addressOf(of)} {...place} width={size} height={size} />;
}

// Which picture stands on a card: its day, or what the card does first.

interface Listed {
  readonly id: string;
  readonly face?: unknown;
}

export function emblemOf({ id, face }: Listed): Picture {
  const [, day] = /^[LCK](\d\d)/.exec(id) ?? [];
  if (day !== undefined) return dayPicture(Number(day));
  const { type, kind, effects } = (face ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(effects)) return effects.map(pictureOf).find((picture) => picture !== undefined) ?? 'ring#sun';
  const sign = [type, kind].find((name) => typeof name === 'string');
  return cardPicture(String(sign));
}

export const dayPicture = (day: number): Picture => `days#day${day}`;

export const placePicture = (pile: number | string): Picture => `aztecs#place${pile}`;

/** The people and things on the cards of Space Aztecs. */
const CARDS: ReadonlyMap<string, Picture> = new Map([
  ...['aztec', 'villager', 'otomi', 'noble', 'priest', 'alien', 'agent', 'archivist', 'temple', 'saucer'].map(
    (name) => [name, `aztecs#${name}`] as const,
  ),
  ['animal', 'days#day10'],
  ['jaguar', 'days#day14'],
  ['eagle', 'days#day15'],
]);

export const cardPicture = (sign: string): Picture => CARDS.get(sign) ?? 'ring#codex';

/** What cards of the ring do, by the picture that tells it. */
const EFFECTS: Readonly<Record<`ring#${string}`, readonly string[]>> = {
  'ring#skulls': ['gain', 'lose', 'pay', 'space-add', 'pickup'],
  'ring#foot': ['move', 'move-choice', 'go-to', 'range', 'step'],
  'ring#club': ['attack', 'roll', 'dice', 'stake', 'coin-duel', 'if-won', 'discard-for-roll'],
  'ring#hand': ['cancel'],
  'ring#codex': ['draw', 'discard', 'give-card', 'cycle', 'deal', 'take-week', 'play-cost'],
  'ring#heart': ['offer', 'offer-cost'],
  'ring#sun': ['extra-turn', 'victory'],
};

const PICTURES = new Map(
  Object.entries(EFFECTS).flatMap(([picture, kinds]) => kinds.map((kind) => [kind, picture as Picture] as const)),
);

const pictureOf = ({ kind }: { readonly kind: string }): Picture | undefined => PICTURES.get(kind);
