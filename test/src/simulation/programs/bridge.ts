/** What a bridge is made of. */
export { createLog, startBridge } from '@flower-war/bridge';
export { TempleLink } from '@flower-war/client';
export { WebSocket } from 'ws';
