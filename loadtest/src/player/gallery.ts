/**
 * The spectators of one virtual user at one match. The server sends all spectators the same patches, so the first of them
 * reads each patch, and the others check that they got the same bytes: k6 could not read thousands of patches for each move.
 */
import type { SeatedAnswer } from '@flower-war/protocol';
import { Line } from './line.ts';
import { Person } from './person.ts';
import { count, fail, tableShown } from './tally.ts';
import { textOf } from './textOf.ts';

interface TableState {
  readonly step: number;
}

interface Patch {
  readonly text: string;
  /** How many spectators have it. */
  had: number;
}

export class Gallery {
  private readonly match: string;
  private readonly patches: Patch[] = [];
  /** The step of the table after each patch. */
  private readonly steps: number[] = [];
  private spectators = 0;
  private told = 0;

  constructor(match: string) {
    this.match = match;
  }

  /** Resolves when the spectator sees the table. All must come before the match begins. */
  async enter(): Promise<void> {
    const person = await Person.signUp();
    const place = await person.post<Pick<SeatedAnswer, 'connection'>>(`/api/matches/${this.match}/watch`);
    await new Promise<void>((resolve) => this.watch(place, resolve));
    if (this.patches.length > 0) fail('a spectator came after the match had begun');
    count('joined');
  }

  private watch(place: Pick<SeatedAnswer, 'connection'>, onWhole: () => void): void {
    const isReader = this.spectators++ === 0;
    let patches = 0;
    let isWhole = false;
    const shown = ({ step }: TableState) => {
      if (isWhole) this.steps.push(step);
      isWhole = true;
      onWhole();
    };
    const patch = (bytes: Uint8Array, read: () => void) => {
      if (isReader) read();
      this.take(patches++, bytes);
    };
    new Line<TableState>(place, { shown, patch, message: () => {}, answer: () => {}, lost: fail });
  }

  private take(nth: number, bytes: Uint8Array): void {
    const text = textOf(bytes);
    const patch = this.patches[nth] ?? { text, had: 0 };
    this.patches[nth] = patch;
    if (patch.text !== text) return fail('two spectators got different patches');
    patch.had++;
    const step = this.steps[nth] ?? 0;
    if (patch.had < this.spectators || step <= this.told) return;
    this.told = step;
    tableShown(step);
  }
}
