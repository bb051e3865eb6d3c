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
  /** With `?id=PLAYER`. */
  player: '/player',
  best: '/best',
  /** With `?id=ID` one of them, with `&code=CODE` a private one, with `&round=N` a round of it. */
  tournaments: '/tournaments',
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

export type PageName = keyof typeof PAGES;
export type PagePath = (typeof PAGES)[PageName];
