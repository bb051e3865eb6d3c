/**
 * Asks the bots of strangers, each in a cell of a process without rights. The process starts with the first question, and again when it has
 * ended. A bot that has no move in time, or none at all, loses that turn: the usual bot moves for it.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Chance, Question } from '@flower-war/rules';
import type { GuestBot } from '../../base/hostedGames.ts';
import { z } from 'zod';
import { FAILURES, LONGEST_TEXT, type Placed, type SentQuestion, type ToldModule } from './cellQuestion.ts';

/** Without an answer the thread had to be ended. What broke out of a cell could say anything, so the server believes nothing else. */
const placedAnswer = z.strictObject({
  slot: z.int(),
  of: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('chose'), index: z.int().min(0), fuel: z.int() }),
      z.strictObject({ kind: z.literal('failed'), why: z.enum(FAILURES), told: z.string().max(LONGEST_TEXT) }),
    ])
    .optional(),
});

/**
 * `late`: it took too long, or its thread hung. `resting`: a thread or the process ended over this bot a moment ago. `busy`: too many of its
 * questions wait already.
 */
export type Lost = (typeof FAILURES)[number] | 'late' | 'resting' | 'busy';

interface CellTools {
  readonly chance: Chance;
  readonly now: () => number;
  readonly countLost: (bot: string, why: Lost) => void;
  /** Told once a minute for each bot. */
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Within this time a bot must answer. Shorter than the pause of bots at a table, so that the pause does not tell how long a bot thought. */
  readonly withinMs?: number;
  /** Whether its process comes behind all others, as it does if this is absent: their moves come first. */
  readonly isBehind?: boolean;
}

interface OpenQuestion {
  readonly bot: GuestBot;
  readonly question: SentQuestion;
  readonly settle: (index: number | undefined) => void;
  isSettled: boolean;
}

const SLOTS = [0, 1] as const;
const WITHIN_MS = 500;
const MOST_WAITING = 16;
const REST_MS = 60_000;
const QUIET_MS = 60_000;
/** Until the process has answered once, it starts, and what waits may wait so long. */
const START_MS = 10_000;
/** The process itself hangs if it has not ended a thread by then. */
const STUCK_MS = 30_000;
const SEEDS = 2 ** 31;

export class Cells {
  private readonly tools: CellTools;
  /** By bot: each is served in turn, so that one with many questions does not keep the others from playing. */
  private readonly waiting = new Map<string, OpenQuestion[]>();
  private readonly running = new Map<number, { readonly asked: OpenQuestion; readonly stuck: NodeJS.Timeout }>();
  private readonly restsUntil = new Map<string, number>();
  private readonly quietUntil = new Map<string, number>();
  private child: ChildProcess | undefined;
  /** The versions of the modules that the process has got. */
  private readonly known = new Set<string>();
  private isReady = false;
  private isClosed = false;

  constructor(tools: CellTools) {
    this.tools = tools;
  }

  /** Of the process of the cells, for tests and logs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** The place of the chosen move among the legal ones, which are in notation. Undefined if the bot loses this turn. */
  ask(
    bot: GuestBot,
    question: Question<unknown, string>,
    seed = this.tools.chance.die(SEEDS),
  ): Promise<number | undefined> {
    if (this.isClosed) return Promise.resolve(undefined);
    const line = this.waiting.get(bot.id) ?? [];
    if ((this.restsUntil.get(bot.id) ?? 0) > this.tools.now()) return this.refused(bot, 'resting');
    if (line.length >= MOST_WAITING) return this.refused(bot, 'busy');
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const code = typeof bot.code === 'string' ? bot.code : { version: bot.version };
    const { view, seat, options, legal } = question;
    const sent = { code, seed, asked: JSON.stringify({ view, seat, options, legal }), legal };
    this.waiting.set(bot.id, [...line, this.newAsked(bot, sent, resolve)]);
    this.goOn();
    return promise;
  }

  /** Ends the process. Open questions stay unanswered. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { child } = this;
    const ended = child && new Promise((resolve) => child.once('exit', resolve));
    for (const { asked } of this.running.values()) asked.settle(undefined);
    for (const asked of [...this.waiting.values()].flat()) asked.settle(undefined);
    this.waiting.clear();
    child?.ref();
    child?.kill('SIGKILL');
    await ended;
  }

  private newAsked(bot: GuestBot, question: SentQuestion, resolve: (index: number | undefined) => void): OpenQuestion {
    const { withinMs = WITHIN_MS } = this.tools;
    const late = setTimeout(() => this.lose(asked, 'late'), this.isReady ? withinMs : Math.max(withinMs, START_MS));
    const settle = (index: number | undefined) => {
      clearTimeout(late);
      asked.isSettled = true;
      resolve(index);
    };
    const asked: OpenQuestion = { bot, question, settle, isSettled: false };
    return asked;
  }

  private refused(bot: GuestBot, why: Lost): Promise<undefined> {
    this.tell(bot, why);
    return Promise.resolve(undefined);
  }

  /** It shall not cost the others a thread again at once. */
  private rest({ bot }: OpenQuestion): void {
    this.restsUntil.set(bot.id, this.tools.now() + REST_MS);
  }

  private lose(asked: OpenQuestion, why: Lost, told?: string): void {
    if (asked.isSettled) return;
    this.tell(asked.bot, why, told);
    asked.settle(undefined);
  }

  private tell({ id, version }: GuestBot, why: Lost, told?: string): void {
    const { now, countLost, report } = this.tools;
    countLost(id, why);
    if ((this.quietUntil.get(id) ?? 0) > now()) return;
    this.quietUntil.set(id, now() + QUIET_MS);
    report('a bot of this host lost a turn', { bot: id, version, why, ...(told !== undefined && { told }) });
  }

  /** Gives each free thread a question. */
  private goOn(): void {
    for (const slot of SLOTS) {
      const asked = this.running.has(slot) ? undefined : this.next();
      if (asked === undefined) continue;
      this.child ??= this.started();
      const { child } = this;
      const stuck = setTimeout(() => child.kill('SIGKILL'), STUCK_MS).unref();
      this.running.set(slot, { asked, stuck });
      this.teach(child, asked.bot);
      child.send({ slot, of: asked.question } satisfies Placed<SentQuestion>, () => {}); // its end tells of a failure
    }
  }

  private teach(child: ChildProcess, { code, version }: GuestBot): void {
    if (typeof code === 'string' || this.known.has(version)) return;
    this.known.add(version);
    child.send({ version, base64: Buffer.from(code).toString('base64') } satisfies ToldModule, () => {});
  }

  /** Of the bot that was served the longest time ago. */
  private next(): OpenQuestion | undefined {
    for (const [id, line] of this.waiting) {
      const [first, ...rest] = line.filter(({ isSettled }) => !isSettled);
      this.waiting.delete(id);
      if (rest.length > 0) this.waiting.set(id, rest);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  private hear(told: unknown): void {
    const read = placedAnswer.safeParse(told);
    if (!read.success) return void this.child?.kill('SIGKILL');
    const { slot, of: answer } = read.data;
    this.isReady = true;
    const asked = this.freed(slot);
    if (asked === undefined) return;
    if (answer === undefined) {
      this.rest(asked);
      this.lose(asked, 'late', 'its thread had to be ended');
    } else if (answer.kind === 'failed') this.lose(asked, answer.why, answer.told);
    else if (answer.index < asked.question.legal.length) asked.settle(answer.index);
    else this.lose(asked, 'broke');
    this.goOn();
  }

  private freed(slot: number): OpenQuestion | undefined {
    const one = this.running.get(slot);
    clearTimeout(one?.stuck);
    this.running.delete(slot);
    return one?.asked;
  }

  private started(): ChildProcess {
    const [first = '', ...words] = [...tiedToServer(), process.execPath, PROGRAM];
    const child = spawn(first, words, {
      env: { NODE_OPTIONS: RIGHTS },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-MOST_SAID);
    });
    child.on('message', (told) => this.hear(told));
    child.once('error', (error) => this.ended(child, { error }));
    child.once('close', (code, signal) => this.ended(child, { code, signal, said }));
    // A thought keeps no process alive.
    child.unref();
    child.channel?.unref();
    (child.stderr as { unref?: () => void } | null)?.unref?.();
    // Where memory is short, the system ends this process first.
    if (child.pid !== undefined) writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {});
    if (child.pid !== undefined && this.tools.isBehind !== false) putBehind(child.pid);
    return child;
  }

  private ended(child: ChildProcess, how: Readonly<Record<string, unknown>>): void {
    if (this.child !== child) return;
    this.child = undefined;
    this.known.clear();
    this.isReady = false;
    if (!this.isClosed) this.tools.report('the process of the bots ended; the next question starts another', how);
    for (const slot of SLOTS) {
      const asked = this.freed(slot);
      if (asked === undefined) continue;
      this.rest(asked);
      this.lose(asked, 'broke', 'the process of the bots ended');
    }
  }
}

const TIED = ['setpriv', '--pdeathsig', 'KILL'] as const;
let isTied: boolean | undefined;

/**
 * Linux ends the process at once when the server is killed. Elsewhere it ends itself, which on a busy machine it comes to late. The program is
 * looked for as it will be: without an environment.
 */
function tiedToServer(): readonly string[] {
  const [program, ...words] = TIED;
  isTied ??= spawnSync(program, [...words, 'true'], { stdio: 'ignore', env: {} }).status === 0;
  return isTied ? TIED : [];
}

/**
 * Linux gives such a process what no other process wants, and takes it back at once. Elsewhere, and where that may not be asked for, it gets a
 * small share. Threads that start later have what the first one has.
 */
function putBehind(pid: number): void {
  execFile('chrt', ['-a', '-i', '-p', '0', `${pid}`], () => {});
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system may forbid it. The bots play all the same.
  }
}

const MOST_SAID = 2000;
const PROGRAM = fileURLToPath(new URL('./cellProcess.ts', import.meta.url));

const readable = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The process may read what it is made of: the server and its two libraries. The last three are for the package, which looks for its own place. */
const READ = [
  '../../../',
  '../../../../package.json',
  '../../../../node_modules/quickjs-emscripten-core/',
  '../../../../node_modules/@jitl/',
  '../../../../libraries/@jitl/',
  '../../../../shared/',
  '../../../../launcher/',
].map(readable);

/** In the environment and not on the command line: the executable takes the options of Node from there alone. */
const RIGHTS = [
  '--permission',
  '--allow-worker',
  '--v8-pool-size=0',
  '--expose-gc',
  '--no-warnings',
  '--max-old-space-size=64',
  ...READ.map((path) => `--allow-fs-read=${path}`),
]
  .map((option) => `"${option.replace(/["\\]/g, '\\$&')}"`)
  .join(' ');
