/** npm run load -- NAME: loads a real server with many players, and writes a page about it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BadCommand, commandLine, refuse } from '@flower-war/protocol/command-line';
import { clientOf } from '../src/loads.ts';
import { COMMAND, readWish, type Wanted } from '../src/options.ts';
import { areCheap, type Costs, costLines } from '../src/report/byProcesses.ts';
import type { Figures, Verdict } from '../src/report/figures.ts';
import { kneeWords } from '../src/report/kneePage.ts';
import { LOAD_FOLDER, noK6 } from '../src/run/k6.ts';
import { findKnee } from '../src/run/knee.ts';
import { noQuota } from '../src/run/quota.ts';
import { type RunWanted, runOnce } from '../src/run/runOnce.ts';
import { writeKneePage, writeLine, writeRunPage } from '../src/run/written.ts';

const CODES: Readonly<Record<Verdict, number>> = { kept: 0, failed: 1, void: 3 };
const INTERRUPTED = 130;
const MOST_WORDS = 20;
const voidWords = (client: string) =>
  `The last run is void: ${client} needed more than 80 % of its core, or other programs more than half of one.`;

commandLine(COMMAND);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

const wanted = wishOrEnd();
process.exitCode = await run(wanted).catch((error: Error) => {
  if (stopping.signal.aborted) return INTERRUPTED;
  console.error(error.message);
  return 1;
});

async function run({ isProfiled, isForEach, findsKnee, processes, ...rest }: Wanted): Promise<number> {
  const one: RunWanted = {
    ...rest,
    processes: processes[0],
    profileTo: isProfiled ? join(LOAD_FOLDER, `profile-${Date.now()}`) : undefined,
  };
  if (one.profileTo !== undefined) mkdirSync(one.profileTo, { recursive: true });
  const wishes = processes.map((number) => ({
    ...one,
    processes: number,
    players: one.players * (isForEach ? number : 1),
  }));
  if (findsKnee) return runKnees(wishes.length > 0 ? wishes : [one]);
  return wishes.length > 0 ? runEach(wishes) : CODES[(await runOne(one)).verdict];
}

/** One run after the other, and what a move costs in each. */
async function runEach(wishes: readonly (RunWanted & { readonly processes: number })[]): Promise<number> {
  const runs: (Costs & { readonly figures: Figures })[] = [];
  for (const wish of wishes) runs.push({ processes: wish.processes, figures: await runOne(wish) });
  for (const line of costLines(runs)) console.error(line);
  const broken = runs.find(({ figures }) => figures.verdict !== 'kept');
  if (broken !== undefined) return CODES[broken.figures.verdict];
  return areCheap(runs) ? CODES.kept : CODES.failed;
}

async function runOne(one: RunWanted): Promise<Figures> {
  const ran = await runOnce(one, stopping.signal);
  const { verdict, thresholds } = ran.figures;
  for (const word of ran.words.slice(0, MOST_WORDS)) console.error(`k6: ${word}`);
  console.error(`The page: ${writeRunPage(one, ran)}`);
  console.log(writeLine(one, { players: one.players, figures: ran.figures }));
  for (const { name, isKept } of thresholds) if (!isKept) console.error(`failed: ${name}`);
  if (verdict === 'void') console.error(voidWords(clientOf(one.load)));
  return ran.figures;
}

/** One search after the other. */
async function runKnees(wishes: readonly RunWanted[]): Promise<number> {
  const codes: number[] = [];
  for (const wish of wishes) codes.push(await runKnee(wish));
  return Math.max(...codes);
}

async function runKnee(one: RunWanted): Promise<number> {
  const steps = await findKnee(one, stopping.signal, (step) => console.log(writeLine(one, step)));
  const isVoid = steps.at(-1)?.figures.verdict === 'void';
  console.error(`The page: ${writeKneePage(one, steps)}`);
  const { processes } = one;
  const whose = processes === undefined ? '' : ` of ${processes} process${processes === 1 ? '' : 'es'}`;
  console.error(`The knee${whose}: ${kneeWords(steps)}.${isVoid ? ` ${voidWords(clientOf(one.load))}` : ''}`);
  return isVoid ? CODES.void : CODES.kept;
}

function wishOrEnd(): Wanted {
  try {
    const wish = readWish(process.argv.slice(2));
    const noClient = clientOf(wish.load) === 'k6' ? noK6() : undefined;
    const missing = noClient ?? (wish.quota === undefined ? undefined : noQuota());
    return missing === undefined ? wish : refuse(missing);
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error;
    return refuse(error.message);
  }
}
