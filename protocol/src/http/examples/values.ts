/** The people, the matches and the moments of the examples, so that they tell one story. */

export const NOW = 1_795_000_000_000;
export const MINUTE = 60_000;
export const ANA = { player: 'p-SX79KPDPNZNB', name: 'Anacaona' } as const;
export const BEN = { player: 'p-XSSWZRRR2SNM', name: 'Guest 2SNM' } as const;
export const MATCH = 'GV7GJP3W';
export const ENDED_MATCH = 'A59YY9EF';
export const SESSION = 'c5c28091-b182-443d-a669-edb04e90a030';
export const COMMITMENT = 'd9e412417e794e8c56cc19f2f857107433a10191142fff097df82a8be248fa7f';
export const TEMPLE = 'templo-7f3a';
