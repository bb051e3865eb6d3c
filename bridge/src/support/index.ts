/** For tests of other rooms: real brokers and a bridge between them. The sub-path `@flower-war/bridge/testing`. */
export * from './brokers.ts';
export * from './world.ts';
