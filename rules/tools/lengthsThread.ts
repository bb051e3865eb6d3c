/** A thread of `npm run do -- lengths`: plays one row after the other. */
import { parentPort } from 'node:worker_threads';
import { playedLine, type RowSeries } from './lengthRows.ts';

parentPort?.on('message', (series: RowSeries) => parentPort?.postMessage(playedLine(series)));
