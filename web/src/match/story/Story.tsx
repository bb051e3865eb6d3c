import { useMemo } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Link, rulesHref } from '../../app/navigation.tsx';
import type { TableSpeech } from '../../moves/cardWords.ts';
import { sentencesOf } from './sentences.ts';
import type { Step } from './useStory.ts';

interface StoryProps {
  readonly story: readonly Step[];
  readonly game: string;
  readonly speech: TableSpeech;
}

/** Everything that happened, the newest first. Each line leads to its rule. */
export function Story({ story, game, speech }: StoryProps) {
  const { words, texts } = useLanguage();
  const told = useMemo(
    () =>
      story
        .map((step) => ({ number: step.number, lines: sentencesOf(step, { game, words, speech }) }))
        .filter(({ lines }) => lines.length > 0)
        .reverse(),
    [story, game, words, speech],
  );
  if (told.length === 0) return <p className="none">{texts.match.noStory}</p>;
  return (
    <ol className="story">
      {told.map(({ number, lines }) => (
        <li key={number}>
          {lines.map(({ text, rule }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a step never change
            <p key={place}>
              {text}{' '}
              {rule !== undefined && (
                <Link to={rulesHref(game, rule)} className="rule">
                  <span aria-hidden="true">§</span>
                  <span className="hidden">{texts.match.rule}</span>
                </Link>
              )}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** What happened last: in sight, and one polite announcement a step. */
export function Latest({ story, game, speech }: StoryProps) {
  const { words } = useLanguage();
  const text = useMemo(() => {
    for (const step of story.toReversed()) {
      const lines = sentencesOf(step, { game, words, speech });
      if (lines.length > 0) return lines.map((line) => line.text).join(' ');
    }
    return '';
  }, [story, game, words, speech]);
  return (
    <p className="latest" aria-live="polite" aria-atomic="true">
      {text}
    </p>
  );
}
