/** Runs the server that only answers, in a process of its own: `npm run load -- calibrate` starts it. */
import { Answerer } from '../src/answerer/answerer.ts';

const answerer = await Answerer.open({ swallowEvery: Number(process.argv[2] ?? 0) });
console.error(`It is ready at ${answerer.url}`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => answerer.close());
