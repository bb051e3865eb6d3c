export * from './core.ts';
export { type PowerCut, startTwin, Twin, type TwinClock, type TwinOptions } from './network/twin.ts';
export { runScript } from './script/runScript.ts';
