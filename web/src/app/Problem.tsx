import { RefusedError, UnreachableError } from '@flower-war/client';
import { useLanguage } from './language.tsx';

interface Props {
  readonly error: Error;
  readonly retry?: (() => void) | undefined;
}

/** What went wrong, in the language of the person, and what to do. */
export function Problem({ error, retry }: Props) {
  const { words, texts } = useLanguage();
  return (
    <div role="alert" className="problem">
      <p>{textOf(error)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.retry}
        </button>
      )}
    </div>
  );

  function textOf(problem: Error): string {
    if (problem instanceof UnreachableError) return texts.unreachable;
    if (!(problem instanceof RefusedError)) return problem.message;
    const { code, message, reason } = problem;
    return words.refusal({ code, message, ...(reason !== undefined && { reason }) });
  }
}
