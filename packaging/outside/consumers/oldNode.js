/** A program for Node 20, which has no WebSocket of its own. */
import { WebSocket } from 'ws';

globalThis.WebSocket ??= WebSocket;
await import('./program.js');
