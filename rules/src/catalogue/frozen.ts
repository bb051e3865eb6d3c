/** Written by `npm run do -- freeze`: the rules versions that lie in rules/frozen, as `id@version`. */
export const FROZEN: readonly string[] = [
  'flower-war@1',
  'flower-war@3',
  'flower-war@4',
  'flower-war@5',
  'mexica@1',
  'mexica@3',
  'mexica@4',
  'mexica@5',
  'space-aztecs@1',
  'tieqchieq@1',
];
