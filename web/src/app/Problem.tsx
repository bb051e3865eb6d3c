import { RefusedError, UnreachableError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useLanguage } from './language.tsx';
import { Link } from './navigation.tsx';

/** Trying again changes nothing: the address is wrong, or of others. */
const FINAL: ReadonlySet<string> = new Set(['no-such-match', 'no-such-player', 'forbidden']);

/** What went wrong, in the language of the person, and what to do. */
export function Problem({ error, retry }: { readonly error: Error; readonly retry?: (() => void) | undefined }) {
  const { words, texts } = useLanguage();
  const isFinal = retry !== undefined && error instanceof RefusedError && FINAL.has(error.code);
  return (
    <div role="alert" className="problem">
      <p>{textOf(error)}</p>
      {isFinal ? (
        <Link to={PAGES.home} className="button">
          {texts.home}
        </Link>
      ) : (
        retry && (
          <button type="button" onClick={retry}>
            {texts.retry}
          </button>
        )
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
