export * from './core.ts';
export { runScript } from './runScript.ts';
export { type PowerCut, startTwin, Twin, type TwinClock, type TwinOptions } from './twin.ts';
