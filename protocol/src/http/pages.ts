/** The addresses at which the web client shows its pages. The server answers each of them with the same file. */
export const PAGES = {
  /** The lobby; with `?match=ID` the match. */
  home: '/',
  new: '/new',
  /** The lessons; with `?course=mexica&lesson=roll` one of them, with `?course=mexica&rule=battle-3` an example. */
  learn: '/learn',
  /** The puzzles; with `?id=ID` one of them, with `?day` that of today, with `?row` as many as one can in three minutes. */
  puzzles: '/puzzles',
  me: '/me',
  /** Where an OpenID provider sends the browser back. */
  signedIn: '/signed-in',
  /** Where a program of others sends a player whom it asks for a token: the query is that of OAuth 2. */
  authorize: '/oauth/authorize',
  /** With `?id=PLAYER`. */
  player: '/player',
  best: '/best',
  /** How the bots of the server stand against each other. */
  league: '/league',
  /** With `?id=ID` one of them, with `&code=CODE` a private one, with `&round=N` a round of it. */
  tournaments: '/tournaments',
  /** For a screen that no person touches: with `?channel` the match most worth watching, with `?matches=A,B,C` up to four. */
  wall: '/wall',
  /** For moderators; with `?player=ID` about this player. */
  order: '/order',
  about: '/about',
  temples: '/temples',
  /** Where the QR code of a temple leads: `/claim?t=ID&k=CODE`. */
  claim: '/claim',
  /** A past match, step by step: `?match=ID&step=4`. */
  replay: '/replay',
  /** What the record of a match proves: `?match=ID`, or a file. */
  proof: '/proof',
  /** A match against bots that is played in the browser alone. */
  device: '/device',
  /** A temple in the browser. */
  twin: '/twin',
} as const;

/** With the id of a tournament behind it: the one page that other sites may show in a frame. It knows no player, and shows what is public alone. */
export const FRAMED = '/embed/tournaments/';
const FRAMED_PATH = new RegExp(`^${FRAMED}([\\w-]{1,64})/?$`);
export const framedIn = (path: string): string | undefined => FRAMED_PATH.exec(path)?.[1];

/** How the id of a tournament begins. It is the host of its matches, and no player has such an id. */
export const TOURNAMENT = 't-';
export const isTournament = (host: string): boolean => host.startsWith(TOURNAMENT);

/** With the id of a match behind it: its board alone, for frames of the sites that the host allows. */
const EMBEDDED_PATH = /^\/embed\/([\w-]{1,64})\/?$/;
export const embeddedIn = (path: string): string | undefined => EMBEDDED_PATH.exec(path)?.[1];

export type PageName = keyof typeof PAGES;
export type PagePath = (typeof PAGES)[PageName];
