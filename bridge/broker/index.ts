/** Brokers to test against: the sub-path `@flower-war/bridge/broker`. */
export {
  freePort,
  type MosquittoSettings,
  noMosquitto,
  startAedes,
  startMosquitto,
  type TestBroker,
  type TestMosquitto,
} from './testing.ts';
