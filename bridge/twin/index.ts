export * from './core.ts';
export { NETWORK_FAULTS, type NetworkFault } from './network.ts';
export { type PowerCut, startTwin, Twin, type TwinOptions } from './twin.ts';
