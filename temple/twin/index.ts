export * from './core.ts';
export { type PowerCut, startTwin, Twin } from './network/twin.ts';
export type { TwinClock, TwinOptions } from './network/twinOptions.ts';
export { runScript } from './script/runScript.ts';
