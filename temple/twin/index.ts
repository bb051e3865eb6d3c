export * from './core.ts';
export { startTwin } from './network/startTwin.ts';
export { runScript } from './script/runScript.ts';
