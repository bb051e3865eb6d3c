/** Which picture stands on a card: its day, or what the card does first. */
import type { Picture } from './Art.tsx';

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
