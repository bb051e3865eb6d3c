/** Brokers to test against: the sub-path `@flower-war/bridge/broker`. */
export {
  type MosquittoSettings,
  noMosquitto,
  startAedes,
  startMosquitto,
  type TestBroker,
  type TestMosquitto,
} from './testing.ts';
