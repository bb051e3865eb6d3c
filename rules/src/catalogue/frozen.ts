/** Written by `npm run freeze`: the rules versions that lie in rules/frozen, as `id@version`. */
export const FROZEN: readonly string[] = [
  'flower-war@1',
  'flower-war@2',
  'flower-war@3',
  'mexica@1',
  'mexica@2',
  'mexica@3',
  'space-aztecs@1',
  'tieqchieq@1',
];
