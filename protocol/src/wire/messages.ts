/** What crosses the socket of a match, by its number there. */

/**
 * Messages from the server to a client, with the number that stands for each on the wire. For each step: `private`
 * (PrivateMessage), then the patch of the table, then `events` (for animation). `talk` (TalkLine[]) belongs to no step,
 * nor does `bulletin` (Bulletin), which lobbies get too. `explained` (LegalMoves) follows each new question, on the
 * connections that asked for it.
 */
export const MESSAGES = { private: 0, events: 1, talk: 2, rematch: 3, bulletin: 4, explained: 5 } as const;

/** The longest frame that a server reads. The largest valid action needs a tenth of it. */
export const MOST_FRAME_BYTES = 4096;

/** A request that is not an action: from now on this connection is told what each legal move does. */
export const EXPLAIN = 'explain';

/** Requests of a player, in the order of their numbers on the wire. A request may also name itself in full. */
export const REQUESTS = [
  'act',
  'resign',
  'asks',
  'offer',
  'reply',
  'back',
  'beads',
  'say',
  'phrase',
  'silence',
  'habits',
] as const;

/**
 * Phrases that a player can say without typing. The wire carries ids, so each client has its own words; these are
 * English.
 */
export const PHRASES = {
  hello: 'Hello!',
  'good-luck': 'May the gods favour you.',
  'your-turn': 'It is your turn.',
  thinking: 'Give me a moment to think.',
  hurry: 'The gods grow impatient.',
  away: 'I will be back in a moment.',
  back: 'I am back.',
  'nice-throw': 'The gods love your dice.',
  'bad-throw': 'The gods hate my dice.',
  'my-skulls': 'My beautiful skulls!',
  truce: 'Let us not fight today.',
  revenge: 'The next battle is mine.',
  'end-is-near': 'The end of the world is near.',
  'well-played': 'Well played.',
  thanks: 'Thank you.',
  sorry: 'Sorry about that.',
  again: 'Shall we play once more?',
  goodbye: 'Farewell.',
} as const satisfies Readonly<Record<string, string>>;

export type PhraseId = keyof typeof PHRASES;
