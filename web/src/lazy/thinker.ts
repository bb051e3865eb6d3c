/**
 * Thinks in a thread of its own, because this takes longer than a page may stand still: about a hint, about luck and
 * play in a match, and about the proof of a match of this device.
 */
import type { Course } from '@flower-war/rules/account';
import { advised, type askedIn, replayed, seeded } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import type { AccountQuestion } from '../match/outcome.ts';
import { type ProvedKept, proveKept, rulesOf } from './local/keptMatch.ts';

export interface HintQuestion {
  readonly game: string;
  readonly rulesVersion: number;
  readonly asked: ReturnType<typeof askedIn>;
}

/** A match as the device keeps it. */
export interface ProofQuestion {
  readonly text: string;
}

/** How far a proof is, and then what came of it. */
export type ProofAnswer = { readonly moves: number; readonly of: number } | ProvedKept;

type Question = HintQuestion | AccountQuestion | ProofQuestion;

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // A rejection here would go unheard; an error of the timer reaches the page.
  answer(data).catch((error) =>
    setTimeout(() => {
      throw error;
    }),
  );
});

function answer(question: Question): Promise<void> {
  if ('asked' in question) return hint(question);
  return 'text' in question ? prove(question) : tellAll(question);
}

async function prove({ text }: ProofQuestion): Promise<void> {
  postMessage(await proveKept(text, (moves, of) => postMessage({ moves, of } satisfies ProofAnswer)));
}

async function hint({ game, rulesVersion, asked }: HintQuestion): Promise<void> {
  const rules = await rulesOf(game, rulesVersion);
  if (rules === undefined) throw new Error(`${game} version ${rulesVersion} is not here`);
  postMessage(advised(rules, 'strong', asked));
}

/** Each telling, and then nothing: it is the end. `gone`: without a network nothing reads records. */
async function tellAll(question: AccountQuestion): Promise<void> {
  const { tellingsOf } = await import('@flower-war/rules/telling');
  const course = 'record' in question ? await courseInRecord(question.record) : await courseAgain(question);
  if (course === 'gone') return postMessage(course);
  if (course !== undefined) for (const telling of tellingsOf(course)) postMessage(telling);
  postMessage(undefined);
}

async function courseInRecord(record: string): Promise<Course | 'gone' | undefined> {
  // A worker has globals of its own, and the policy of the page allows no code that is made from text.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const reading = await import('@flower-war/protocol/course').catch(() => undefined);
  if (reading === undefined) return 'gone';
  const found = await reading.courseOf(record, valuedGame);
  return found.ok ? found.course : undefined;
}

/** An older version is loaded only if there are values for its positions. A hint needs none of this. */
async function valuedGame(id: string, version: number): Promise<Course['game'] | undefined> {
  const { game } = await playable(id);
  if (game.rulesVersion === version) return game;
  const { areValued } = await import('@flower-war/rules/account');
  return areValued(id, version) ? (await rulesOf(id, version))?.game : undefined;
}

type LocalQuestion = Exclude<AccountQuestion, { record: string }>;

async function courseAgain({ local, rulesVersion, seed, moves, ...begun }: LocalQuestion) {
  const { courseOfLocal } = await import('@flower-war/rules/telling');
  const game = await valuedGame(local, rulesVersion);
  if (game === undefined) return undefined;
  const setting = { ...begun, game, chanceAt: seeded(seed), answer: () => undefined };
  return courseOfLocal(replayed(setting, moves));
}
