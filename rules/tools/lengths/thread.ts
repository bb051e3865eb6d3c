/** Plays portions of matches in a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { type Portion, playPortion } from './figures.ts';

parentPort?.on('message', (portion: Portion) => parentPort?.postMessage(playPortion(portion)));
