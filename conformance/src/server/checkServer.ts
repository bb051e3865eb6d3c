/** Says whether a server keeps to the protocol. */
import { Report } from '../report/report.ts';
import { STANDING } from '../wire/standing.ts';
import { checkActions } from './actionChecks.ts';
import { checkDoors } from './doorChecks.ts';
import { checkWholeMatches } from './wholeMatches.ts';

type Part = 'doors' | 'actions' | 'matches';
const ALL: readonly Part[] = ['doors', 'actions', 'matches'];

export interface Wanted {
  readonly url: string;
  /** Of the random matches and frames. */
  readonly seed: number;
  /** The games of the whole matches; if absent, all that the server hosts. */
  readonly games?: readonly string[];
  /** If absent, all. */
  readonly parts?: readonly Part[];
  readonly tell?: (line: string) => void;
}

export async function checkServer({ url, seed, games, parts = ALL, tell = () => {} }: Wanted): Promise<Report> {
  const report = new Report(tell);
  const checking = { url, seed, report };
  if (parts.includes('doors')) await checkDoors(checking);
  if (parts.includes('actions')) await checkActions(checking);
  if (parts.includes('matches')) await checkWholeMatches(checking, games);
  for (const check of Object.values(STANDING)) if (report.hasSeen(check)) tell(report.textOf(check));
  tell(report.sum);
  return report;
}
