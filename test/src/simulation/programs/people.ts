/** What people have: the client, and a class of sockets for it. */
export * from '@flower-war/client';
export { WebSocket } from 'ws';
export { StreamViewer } from '../../support/viewers.ts';
