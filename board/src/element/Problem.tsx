import { useEffect } from 'react';
import { useTexts } from '../language.tsx';
import type { Tell } from './source.ts';
import { ELEMENT_TEXTS } from './texts.ts';

interface ProblemProps {
  readonly text: string;
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
  readonly tell: Tell;
}

/** What went wrong, why, and what to do. */
export function Problem({ text, error, retry, tell }: ProblemProps) {
  const texts = useTexts(ELEMENT_TEXTS);
  useEffect(() => tell('error', { error, text }), [error, text, tell]);
  return (
    <div className="notice" role="alert" part="problem">
      <p>{text}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}
