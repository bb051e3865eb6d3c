/** The people, the matches and the moments of the examples, so that they tell one story. */

/** What a host says of a person to another host. */
export const ASSERTION = {
  signed:
    '{"kind":"flower-war-person","version":1,"from":"https://play.example.org","to":"https://games.example.net","subject":"uX2bq0vK4mN8sT1w","name":"Ana","at":1795000000000,"until":1795000060000,"nonce":"p7Jc1QzR5yE9aL3d"}',
  signature: 'c0ffee'.padEnd(128, '0'),
  key: 'c0ffee'.padEnd(64, '0'),
};

export const NOW = 1_795_000_000_000;

export const MINUTE = 60_000;
export const ANA = { player: 'p-SX79KPDPNZNB', name: 'Anacaona' } as const;
export const BEN = { player: 'p-XSSWZRRR2SNM', name: 'Guest 2SNM' } as const;
export const MATCH = 'GV7GJP3W';
export const ENDED_MATCH = 'A59YY9EF';
export const SESSION = 'c5c28091-b182-443d-a669-edb04e90a030';
export const COMMITMENT = 'd9e412417e794e8c56cc19f2f857107433a10191142fff097df82a8be248fa7f';
export const SIGN_IN_KEY = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const SECRET = 'fwt_wJ9cLr1vYk0m8sQb3dHn5tXz7uGe2aPf4iNoRlVhKqM';
export const TEMPLE = 'templo-7f3a';
export const TOURNAMENT = 't-7GV4JP3WQX9R';
