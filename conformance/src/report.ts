/** What was checked, and what was wrong. One line for each check. */

/** How many problems of one check are told; a fault often shows again and again. */
const MOST_TOLD = 3;

interface Check {
  /** How often it was looked at. */
  looks: number;
  readonly problems: string[];
}

export class Report {
  private readonly lines = new Map<string, Check>();
  private readonly tell: (line: string) => void;

  /** `tell` gets each line when its check is done. */
  constructor(tell: (line: string) => void = () => {}) {
    this.tell = tell;
  }

  /** Counts that something was looked at and was right. */
  saw(check: string): void {
    this.line(check).looks++;
  }

  fault(check: string, problem: string): void {
    const line = this.line(check);
    line.looks++;
    line.problems.push(problem);
  }

  expect(check: string, isRight: boolean, problem: () => string): void {
    if (isRight) this.saw(check);
    else this.fault(check, problem());
  }

  /** Runs a check that fails by throwing. */
  async run(check: string, body: () => Promise<void>): Promise<void> {
    try {
      await body();
      this.saw(check);
    } catch (error) {
      this.fault(check, error instanceof Error ? error.message : String(error));
    }
    this.tell(this.textOf(check));
  }

  hasSeen(check: string): boolean {
    return this.lines.has(check);
  }

  get failed(): readonly string[] {
    return [...this.lines].filter(([, { problems }]) => problems.length > 0).map(([check]) => check);
  }

  get passed(): readonly string[] {
    return [...this.lines].filter(([, { problems }]) => problems.length === 0).map(([check]) => check);
  }

  textOf(check: string): string {
    const { looks, problems } = this.line(check);
    const times = looks > 1 ? ` (${looks} times)` : '';
    if (problems.length === 0) return `ok    ${check}${times}`;
    const told = problems.slice(0, MOST_TOLD).map((problem) => `        ${problem}`);
    const more = problems.length > MOST_TOLD ? [`        and ${problems.length - MOST_TOLD} more`] : [];
    return [`FAIL  ${check}`, ...told, ...more].join('\n');
  }

  /** The last line of a report. */
  get sum(): string {
    return `${this.passed.length} passed, ${this.failed.length} failed`;
  }

  private line(check: string): Check {
    const line = this.lines.get(check) ?? { looks: 0, problems: [] };
    this.lines.set(check, line);
    return line;
  }
}

/** What is checked on every answer and every frame, in every match. */
export const STANDING = {
  answers: 'every answer over HTTP has the form that the documents promise',
  frames: 'every frame can be read, to its last byte',
  messages: 'every message has a documented number and form',
  tableSteps: 'the step of the table counts one by one',
  ownSteps: 'the step of a seat counts one by one',
  pairs: 'a private part comes right before the patch that it belongs to',
  legal: 'a seat has legal moves if and only if it has a decision',
  accepted: 'every legal move is accepted',
  once: 'every action gets one answer',
  shownFirst: 'what an action did is shown before its answer',
  seatsOnly: 'only seats get private parts',
} as const;
