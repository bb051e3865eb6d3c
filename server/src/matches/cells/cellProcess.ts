/**
 * The process of the cells, which `cells.ts` starts without rights. What breaks out of a cell finds no environment, may start no
 * program, and may read the program of the server alone. The process ends with the server, also when that is killed: then its channel closes.
 */
import { LONGEST_TIMER_MS, WorkThread } from '../../base/workThread.ts';
import {
  type CellAnswer,
  type CellQuestion,
  LONGEST_TEXT,
  type ModuleCode,
  type Placed,
  type SentQuestion,
  type ToldModule,
} from './cellQuestion.ts';

const THREAD = new URL('./cellThread.ts', import.meta.url);
const START_MS = 20_000;
const WARM_UP: CellQuestion = { code: 'export default () => 0', seed: 1, asked: '{}', legal: [] };

/** Longer than any honest question takes. What fuel does not count, such as the sort of a long list, ends here. */
const PATIENCE_MS = 1000;

process.once('disconnect', () => process.exit());
if (!process.connected) process.exit();
// The server ends this process, and no signal that is meant for both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
if (process.permission?.has('fs.write') !== false || process.permission.has('child')) {
  console.error('the bots of strangers run only without rights: this Node does not take them away');
  process.exit(1);
}

interface Slot {
  readonly thread: WorkThread<CellQuestion, CellAnswer>;
  /** No question of a bot pays for the start of a thread. */
  ready: Promise<unknown>;
}

const slots = new Map<number, Slot>();

/** By version. Threads share the bytes, so that no question copies them. */
const modules = new Map<string, ModuleCode>();

process.on('message', (told: Placed<SentQuestion> | ToldModule) => {
  if ('base64' in told) learn(told);
  else void answer(told);
});

function learn({ version, base64 }: ToldModule): void {
  const code = Buffer.from(base64, 'base64');
  const bytes = new Uint8Array(new SharedArrayBuffer(code.length));
  bytes.set(code);
  modules.set(version, { version, bytes });
}

function codeOf({ code }: SentQuestion): CellQuestion['code'] {
  return typeof code === 'string' ? code : (modules.get(code.version) ?? '');
}

async function answer({ slot: place, of: sent }: Placed<SentQuestion>): Promise<void> {
  const question: CellQuestion = { ...sent, code: codeOf(sent) };
  const slot = slots.get(place) ?? newSlot();
  slots.set(place, slot);
  await slot.ready;
  const answered = await slot.thread.ask(question);
  if (answered === undefined) slot.ready = slot.thread.ask(WARM_UP);
  process.send?.({ slot: place, of: answered } satisfies Placed<CellAnswer | undefined>);
}

function newSlot(): Slot {
  const thread = new WorkThread<CellQuestion, CellAnswer>({
    thread: THREAD,
    name: 'cell',
    limits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    patienceMs: PATIENCE_MS,
    isByProcessor: true,
    startMs: START_MS,
    // A thread that waits costs nothing, and the next question finds it ready.
    idleMs: LONGEST_TIMER_MS,
    failed: ({ message }) => ({ kind: 'failed', why: 'broke', told: message.slice(0, LONGEST_TEXT) }),
  });
  return { thread, ready: thread.ask(WARM_UP) };
}
