/** The thread in which verify.ts checks a record. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Given, judge } from './recordFile.ts';

parentPort?.postMessage(await judge(workerData as Given));
