/** The steps that a viewer was not shown while away, one by one, as the viewer would have seen them. */
import type { ReplayViewer } from '@flower-war/protocol';
import type { FoldedRecord, Frame } from './foldedRecord.ts';
import { isShown, stepOf } from './steps.ts';

export interface Away {
  readonly viewer: ReplayViewer;
  /** The last step that the viewer has seen. */
  readonly from: number;
  /** The last step that the viewer may see. */
  readonly until: number;
  /** The most steps that are told one by one. */
  readonly most: number;
}

/** The frame of the step `from`, then one for each step after it. Undefined if the viewer must see all anew. */
export async function missedSteps(folded: FoldedRecord, away: Away): Promise<readonly Frame[] | undefined> {
  const { viewer, from, until, most } = away;
  const frames: Frame[] = [];
  let step = -1;
  for await (const frame of folded.from((kept) => stepOf(kept, viewer) < from)) {
    const now = stepOf(frame, viewer);
    if (now > until) break;
    if (now === from) frames[0] = frame;
    else if (now > from && isShown(frame, viewer)) frames.push(frame);
    if (frames.length > most + 1) return undefined;
    step = now;
  }
  const [first] = frames;
  const hasAll = first !== undefined && stepOf(first, viewer) === from && step === until;
  return hasAll ? frames : undefined;
}
