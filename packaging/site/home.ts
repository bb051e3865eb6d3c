/** The first pages: of the whole site, and of the part for players. VitePress takes them as the head of a page without text. */
import type { Part } from './pages.ts';
import { pageOf } from './pages.ts';

const to = (document: string): string => `/${pageOf(document)}`;

const BOARD = {
  light: '/web/board-light.webp',
  dark: '/web/board-dark.webp',
  alt: 'The board of Flower War: a ring of twenty days around a temple, with four tribes on it',
};

const HEAD = { name: 'Flower War', text: 'Twenty days, two gods, one apocalypse', image: BOARD };

const LEARN = { theme: 'brand', text: 'Learn to play', link: to('docs/rules/en/flower-war.md') };
const APRENDE = { theme: 'alt', text: 'Aprende a jugar', link: to('docs/rules/es/flower-war.md') };

const HOMES: Readonly<Record<Part, object>> = {
  all: {
    hero: {
      ...HEAD,
      tagline: 'A board game of skulls, cards and omens, its sister games, and the server that plays them.',
      actions: [LEARN, APRENDE],
    },
    features: [
      {
        title: 'Host a server',
        details:
          'One command opens a table for your home, your club or everyone: page, bots, clocks, ratings, backups.',
        link: to('docs/hosting.md'),
        linkText: 'Host',
      },
      {
        title: 'Connect a temple',
        details: 'A small pyramid on your table counts the beads that you offer. Build one, or try one on a screen.',
        link: to('docs/temples.md'),
        linkText: 'Connect',
      },
      {
        title: 'Build a client',
        details: 'From an empty folder to a first match with the SDK, or over plain HTTP from any language.',
        link: to('docs/clients.md'),
        linkText: 'Build',
      },
    ],
  },
  players: {
    hero: { ...HEAD, tagline: 'The rules of all games, every card, and how tables work.', actions: [LEARN, APRENDE] },
    features: [
      {
        title: 'All rulebooks',
        details: 'Flower War, Mexica, Space Aztecs and Tieqchieq, each with its cards, in English and Spanish.',
        link: to('docs/rules/README.md'),
        linkText: 'Choose a game',
      },
      {
        title: 'At the table',
        details: 'Clocks, absent players, habits, taking back, pausing: what the host of a match chooses.',
        link: to('docs/tables.md'),
        linkText: 'Read on',
      },
      {
        title: 'After the match',
        details: 'How ratings are made, how to see a match once more, and how to play on from any position.',
        link: to('docs/ratings.md'),
        linkText: 'Read on',
      },
    ],
  },
};

/** JSON is YAML, in which VitePress reads the head of a page. */
export const homeOf = (part: Part): string =>
  `---\n${JSON.stringify({ layout: 'home', ...HOMES[part] }, undefined, 2)}\n---\n`;
