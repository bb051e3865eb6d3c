/** For tests of other rooms: real brokers and a bridge between them. The sub-path `@flower-war/bridge/testing`. */
export * from './openBrokers.ts';
export * from './startedBridge.ts';
