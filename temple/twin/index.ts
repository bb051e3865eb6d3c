export * from './core.ts';
export { startTwin } from './network/startTwin.ts';
export * from './script/script.ts';
