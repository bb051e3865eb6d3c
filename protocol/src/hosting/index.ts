/** What all programs that open a port share: reading settings, the master key of the temples, free ports, and fair limits. */
export { Buckets, FairShares, fairly, type Rate, type TokenBucket, take, tokensAt, type Whose } from './fairShares.ts';
export { LISTENING, letGo, oneByOne, pathIn, type Refusing, refuseUpgrade } from './listening.ts';
export { addressKey, freePort, type Network, networkOf, whoseAt } from './network.ts';
export { BadConfig, describeSettings, type Environment, readSettings } from './settings.ts';
export { BadKey, findMasterKey, KEY_FILE, masterKeyIn, newMasterKey } from './templeKey.ts';
