/** The results of all cells, as text. */
import type { Report } from './cell.ts';

export class Totals {
  failed = 0;
  private cells = 0;
  private readonly beads = { dropped: 0, sensed: 0, applied: 0, refused: 0, unheard: 0 };

  add({ problems, dropped, sensed, applied, refused, unheard }: Report): void {
    this.cells++;
    if (problems.length > 0) this.failed++;
    for (const [name, n] of Object.entries({ dropped, sensed, applied, refused, unheard }))
      this.beads[name as keyof typeof this.beads] += n;
  }

  words(seconds: number): string {
    const { dropped, sensed, applied, refused, unheard } = this.beads;
    const beads = `${dropped} beads dropped, ${unheard} that the server could not hear of, ${sensed} sensed, ${applied} applied, ${refused} refused`;
    return `${this.cells} cells in ${Math.round(seconds)} s: ${beads}; ${this.failed} cells failed`;
  }
}

export function lineOf(name: string, report: Report): string {
  const { dropped, sensed, applied, held, refused, unheard, rev, matches, seconds, problems } = report;
  const beads = `${dropped} dropped, ${unheard} unheard, ${sensed} sensed = ${applied} applied + ${held} held + ${refused} refused`;
  const verdict = problems.length === 0 ? 'ok' : 'FAILED';
  return `${verdict} ${name}: ${beads}, rev ${rev}, ${matches} matches, ${seconds.toFixed(1)} s`;
}
