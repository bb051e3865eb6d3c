export type { Parts } from './build.ts';
export { type Config, readConfig } from './config.ts';
export { type Hosted, type HostedGames, hostedGames, hosting } from './hosted.ts';
export type { Append, Journal } from './journal/journal.ts';
export { MemoryJournal } from './journal/memory.ts';
export { project } from './rooms/project.ts';
export { MOST_BUFFERED_BYTES } from './rooms/sendSafely.ts';
export { type Running, startServer } from './server.ts';
export { type NewLine, type TempleState, templeAfter, UNKNOWN as UNKNOWN_TEMPLE } from './temples/entries.ts';
