/** The database cannot hold a server's data as it is. The message says what to change. */
export class UnfitDatabase extends Error {}
