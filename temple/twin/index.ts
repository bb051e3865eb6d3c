export * from './core.ts';
export { startTwin } from './network/startTwin.ts';
export { runScript } from './script/script.ts';
