/** The thread that makes accounts of luck and skill, one after the other, behind all that is more urgent. */
import { parentPort } from 'node:worker_threads';
import { courseOf, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { accountOf } from '@flower-war/rules/account';
import { stepBack } from '../../base/scheduling.ts';
import type { Accounted } from './accounts.ts';

stepBack();

parentPort?.on('message', (record: string) => {
  void answerTo(record).then((answer) => parentPort?.postMessage(answer));
});

/** A bug is told to the server, which goes on without this account. */
async function answerTo(record: string): Promise<Accounted> {
  try {
    const found = await courseOf(record, engine);
    if (!found.ok) return found.why === 'broken' ? await damageIn(record) : { none: reasonOf(found.why) };
    const account = accountOf(found.course);
    return account === undefined ? { none: 'no-values' } : { account: JSON.stringify(account) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const reasonOf = (why: 'running' | 'aborted' | 'no-rules') => (why === 'aborted' ? 'aborted' : 'no-values');

async function damageIn(record: string): Promise<Accounted> {
  const verdict = await verify(record, engine);
  return verdict.ok ? { failure: 'the record has no course, but verifies' } : { line: verdict.line };
}
