/** The course of a match that has ended: what an account of luck and skill is made from. */
import type { Course, CourseStep } from '@flower-war/rules/account';
import { CannotFollow, type FoldedEntry, foldRecord } from '../advance.ts';
import type { RecordFile } from '../entry/recordFile.ts';
import { type Engines, readRecord } from './verify.ts';

type CourseFound =
  | { readonly ok: true; readonly course: Course }
  | { readonly ok: false; readonly why: 'broken' | 'running' | 'aborted' | 'no-rules' };

/** Folds a record, which the caller has verified. A match that still runs reveals no secret, so it has no course. */
export async function courseOf(record: RecordFile, engines: Engines): Promise<CourseFound> {
  const read = readRecord(record);
  if ('problem' in read) return none('broken');
  const [created, ended] = [read.entries[0], read.entries.at(-1)];
  if (created?.kind !== 'created') return none('broken');
  if (ended?.kind !== 'ended') return none('running');
  const { result } = ended;
  if (result.result === 'aborted') return none('aborted');
  const engine = await engines(created.game, created.rulesVersion);
  if (engine === undefined) return none('no-rules');
  const { preset, options, seats, from } = created;
  try {
    const folded = [...foldRecord({ engine, secret: ended.secret }, read.entries)];
    const start: unknown = folded.find(({ entry }) => entry.kind === 'started')?.position.state;
    const course = {
      game: engine,
      preset,
      options,
      seats,
      start,
      isContinued: from !== undefined,
      steps: stepsIn(folded),
    };
    return { ok: true, course: { ...course, result: { winners: result.winners as Course['result']['winners'] } } };
  } catch (error) {
    if (error instanceof CannotFollow) return none('broken');
    throw error;
  }
}

const none = (why: Extract<CourseFound, { ok: false }>['why']): CourseFound => ({ ok: false, why });

/** All that changed the state. What was taken back did not happen. */
function stepsIn(folded: readonly FoldedEntry[]): readonly CourseStep[] {
  const steps: CourseStep[] = [];
  for (const { entry, before, position } of folded) {
    if (before.state === undefined || before.state === position.state) continue;
    const back = steps.findLastIndex((step) => step.before === position.state);
    if (entry.kind === 'agreement' && back >= 0) steps.length = back;
    else steps.push({ seq: entry.seq, before: before.state, after: position.state, ...madeIn(entry) });
  }
  return steps;
}

/** What the clock, a wish or a habit plays is not the choice of its seat. */
function madeIn(entry: FoldedEntry['entry']): Pick<CourseStep, 'made'> {
  if (entry.kind !== 'move' && entry.kind !== 'clock') return {};
  const isChosen = entry.kind === 'move' && (entry.by === 'player' || entry.by === 'bot');
  return { made: { seat: entry.seat as 0, move: entry.move, isChosen } };
}
