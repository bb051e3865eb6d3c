/** How what is bounded is shared among addresses: the same at every door, of the server and of the broker. */
export { FairShares, fairly, type Whose } from './sharing/fairShares.ts';
export { addressKey, type Network, networkOf, whoseAt } from './sharing/network.ts';
