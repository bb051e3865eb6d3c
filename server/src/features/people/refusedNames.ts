/** The worst, which are not said either; a host adds those of the languages spoken there. */
export const REFUSED_WORDS: readonly string[] = ['nazi', 'hitler', 'rapist', 'cunt', '*fuck*', '*nigger*', '*faggot*'];

/**
 * What no name may hold, here and in the file of the host: `word` as a word of the name, `=word` as the whole
 * name, `*word*` anywhere in it. How they are written, and with what letters from where, does not matter.
 */
export const REFUSED_NAMES: readonly string[] = [
  // Whoever speaks for the server.
  'server',
  'admin',
  'admins',
  'administrator',
  'moderator',
  'mod',
  'mods',
  'host',
  'operator',
  'staff',
  'support',
  'system',
  'official',
  'flowerwar',
  // Words that stand for somebody at a table.
  'bot',
  'bots',
  'robot',
  'computer',
  'guest',
  'somebody',
  '=you',
  '=seat',
  '=player',
  '=spectator',
  ...REFUSED_WORDS,
];
