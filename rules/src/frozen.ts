/** Written by `npm run freeze`: the rules versions that lie in rules/frozen, as `id@version`. */
export const FROZEN: readonly string[] = ['tieqchieq@1'];
