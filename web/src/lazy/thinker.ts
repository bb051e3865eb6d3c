/** Thinks about a match of this device in a thread of its own: strong bots take longer than a page may stand still. */
import { advised, type askedIn } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import { type ProvedKept, proveKept } from './local/keptMatch.ts';

export interface HintQuestion {
  readonly game: string;
  readonly asked: ReturnType<typeof askedIn>;
}

/** A match as the device keeps it. */
export interface ProofQuestion {
  readonly text: string;
}

/** How far a proof is, and then what came of it. */
export type ProofAnswer = { readonly moves: number; readonly of: number } | ProvedKept;

addEventListener('message', ({ data }: MessageEvent<HintQuestion | ProofQuestion>) => {
  const think = async () => {
    if ('asked' in data) return advised(await playable(data.game), 'strong', data.asked);
    return proveKept(data.text, (moves, of) => postMessage({ moves, of } satisfies ProofAnswer));
  };
  // A rejection here would go unheard; an error of the timer reaches the page.
  think().then(postMessage, (error) =>
    setTimeout(() => {
      throw error;
    }),
  );
});
