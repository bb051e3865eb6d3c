/** What seats, games, editions and languages are called on a screen, and how things are counted. */
import type { GameId, PresetOf, ViewOf } from '@flower-war/protocol';
import { counting } from '../../telling.ts';

type Compass = ViewOf<'mexica'>['tribes'][number]['compass'];

const COMPASS: Readonly<Record<Compass, string>> = {
  east: 'EAST',
  north: 'NORTH',
  west: 'WEST',
  south: 'SOUTH',
  center: 'CENTER',
  zenith: 'ZENITH',
};

const GAMES: Readonly<Record<GameId, string>> = {
  'flower-war': 'Flower War',
  mexica: 'Mexica',
  'space-aztecs': 'Space Aztecs',
  tieqchieq: 'Tieqchieq',
};

const EDITIONS: Readonly<Record<PresetOf<GameId>, string>> = {
  'flower-war': 'Flower War',
  'flower-war-rules-of-play': 'Flower War, Rules of Play',
  mexica: 'Mexica',
  'flower-war-early': 'Early Flower War',
  'space-aztecs': 'Space Aztecs',
  'space-aztecs-young': 'Space Aztecs for young players',
  tieqchieq: 'Tieqchieq',
  'tieqchieq-fortress': 'Tieqchieq, fortress',
  'tieqchieq-young': 'Tieqchieq for young players',
};

export const NAMES = {
  compass: COMPASS,
  colours: ['RED', 'YELLOW'] as readonly string[],
  city: (number: number) => `CITY ${number}`,
  /** A seat that the game has not named yet. */
  seat: (seat: number) => `Seat ${seat}`,
  cortes: 'Cortés',
  games: GAMES,
  editions: EDITIONS,
  lengths: { standard: 'standard', short: 'short', long: 'long' } as Readonly<Record<string, string>>,
};

/** How a player wins, in a sentence or two. */
export const GOALS: Readonly<Record<GameId, string>> = {
  'flower-war':
    'Have the most skulls when the world ends. The end begins when the tribes have taken enough calendar discs.',
  mexica:
    'Be the first to hold three signs: serpent, eagle and flower. Some week cards and other cards are such signs. When the world ends before that, usually no player wins.',
  'space-aztecs':
    'Have the most points when the match ends: two piles are empty, or enough flying saucers have landed. Aztecs, temples and codices in your city bring points.',
  tieqchieq: 'Bring all six tokens home before the other player does.',
};

export const count = counting('en');
