/** What happened, in sentences. */
import { ruleOfEvent, type Words } from '@flower-war/words';
import type { TableSpeech } from '../../moves/cardWords.ts';
import type { Step } from './useStory.ts';

export interface Sentence {
  readonly text: string;
  /** The rule by which it happened. */
  readonly rule: string | undefined;
}

interface SpokenGame {
  readonly game: string;
  readonly words: Words;
  readonly speech: TableSpeech;
}

/** An event that the picture tells has no sentence. */
export function sentencesOf({ events }: Step, { game, words, speech }: SpokenGame): readonly Sentence[] {
  return events.flatMap((event) => {
    const text = words.event(game, event, speech);
    return text === undefined ? [] : [{ text, rule: ruleOfEvent(game, event.kind) }];
  });
}
