/** Thinks about a hint in a thread of its own: the strongest bot takes longer than a page may stand still. */
import { advised, type askedIn } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';

export interface HintQuestion {
  readonly game: string;
  readonly asked: ReturnType<typeof askedIn>;
}

addEventListener('message', ({ data: { game, asked } }: MessageEvent<HintQuestion>) => {
  const think = async () => postMessage(advised(await playable(game), 'strong', asked));
  // A rejection here would go unheard; an error of the timer reaches the page.
  think().catch((error) =>
    setTimeout(() => {
      throw error;
    }),
  );
});
