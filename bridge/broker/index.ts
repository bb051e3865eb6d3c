/** Brokers for temples: the sub-path `@flower-war/bridge/broker`. */
export { type Deed, may, mayListen, type Rule, rulesOf, type Who, whoIs } from './access.ts';
export { passwordOf } from './admission.ts';
export { type Broker, type BrokerSettings, type Limits, startBroker } from './broker.ts';
export { BadKey, KEY_FILE, masterKeyIn } from './keyFile.ts';
export {
  type MosquittoSettings,
  noMosquitto,
  startAedes,
  startMosquitto,
  type TestBroker,
  type TestMosquitto,
} from './testing.ts';
