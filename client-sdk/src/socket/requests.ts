/** The requests of one connection that have no answer yet. */
import { LostError } from './lostError.ts';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (why: Error) => void;
}

export class Requests {
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** Makes the id of a request, and a promise of its answer. The promise rejects if no answer comes in time. */
  next(within?: number): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = ++this.last;
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    if (within === undefined) return { id, answer };
    const timer = setTimeout(() => this.fail(id, new LostError(`no answer came within ${within} ms`)), within);
    return { id, answer: answer.finally(() => clearTimeout(timer)) };
  }

  resolve(id: number, answer: unknown): void {
    this.take(id)?.resolve(answer);
  }

  fail(id: number, why: LostError): void {
    this.take(id)?.reject(why);
  }

  failAll(why: LostError): void {
    for (const id of [...this.waiting.keys()]) this.fail(id, why);
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}
