/** All that a device, a broker or a simulator needs: the sub-path `@flower-war/protocol/temple`, which imports nothing else. */
export * from './beads.ts';
export * from './payloads.ts';
export * from './topics.ts';
