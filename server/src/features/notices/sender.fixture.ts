/** For tests: a process that sends the notices in the outbox, until it is killed or told to stop. */
import { openStores } from '../../store/operations.ts';
import { postgresAt } from '../../store/postgresStore.ts';
import { posting } from './post.ts';
import { pushSender } from './push.ts';
import { NoticeSender } from './sender.ts';

const NO_MAIL = async () => 'mail-off';
const LOOK_EVERY_MS = 200;

const engine = postgresAt(process.argv[2] ?? '');
const sender = new NoticeSender({
  outbox: openStores(engine).outbox,
  post: posting({
    policy: 'any',
    resolve: async () => ['127.0.0.1'],
    now: Date.now,
    wall: Date.now,
    publicUrl: '',
    push: pushSender('1'.repeat(64), ''),
    mail: NO_MAIL,
  }),
  now: Date.now,
  report: (problem, error) => console.error(problem, error),
  count: () => {},
  drop: async () => {},
  refused: async () => {},
});
sender.start();
const looking = setInterval(() => sender.wake(), LOOK_EVERY_MS);
process.once('SIGTERM', () => void leave());

async function leave(): Promise<void> {
  clearInterval(looking);
  await sender.stop();
  await engine.close();
}
