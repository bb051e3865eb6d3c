/** The worst words, refused in talk as well as in names. A host adds words of the languages spoken there. */
export const REFUSED_WORDS: readonly string[] = ['nazi', 'hitler', 'rapist', 'cunt', '*fuck*', '*nigger*', '*faggot*'];

/**
 * What no name may contain, here and in the host's own file: `word` as a word of the name, `=word` as the whole
 * name, `*word*` anywhere in it. Upper case, accents and lookalike letters make no difference.
 */
export const REFUSED_NAMES: readonly string[] = [
  // Words that claim to speak for the server.
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
  // Words that the screens use for a player without a name.
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
