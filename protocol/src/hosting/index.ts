/** What all programs that open a port share: reading settings, the master key of the temples, free ports, and fair limits. */
export { Buckets, FairShares, fairly, type Rate, type TokenBucket, take, tokensAt, type Whose } from './fairShares.ts';
export {
  addressKey,
  freePort,
  LISTENING,
  letGo,
  type Network,
  networkOf,
  oneByOne,
  pathIn,
  type Refusing,
  refuseUpgrade,
  whoseAt,
} from './listening.ts';
export {
  BadConfig,
  BadKey,
  describeSettings,
  type Environment,
  findMasterKey,
  isTornUrl,
  KEY_FILE,
  masterKeyIn,
  newMasterKey,
  readSettings,
  TORN_URL,
  wholeNumber,
  whyUnknownHost,
} from './settings.ts';
export { signerOf } from './signing.ts';
