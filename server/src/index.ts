export { type Config, readConfig } from './base/config.ts';
export { type Hosted, type HostedGames, hostedGames, hosting } from './base/hostedGames.ts';
export type { Parts } from './buildServices.ts';
export { MOST_BUFFERED_BYTES } from './doors/rooms/guardedSocket.ts';
export { project } from './doors/rooms/tableView.ts';
export { type Running, startServer } from './server.ts';
export type { Append, Journal } from './store/journal/journal.ts';
export { MemoryJournal } from './store/storedJournal.ts';
