import type { History } from '@flower-war/client';
import { useCallback } from 'react';
import { useLanguage } from '../app/language.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePages } from '../app/useAsked.ts';
import { PlayedRows } from '../lobby/PlayedRows.tsx';

interface MatchListProps {
  /** It must stay the same function as long as it asks for the matches of the same player. */
  readonly ask: (page: { readonly before?: string; readonly limit: number }) => Promise<History>;
  readonly none: string;
  readonly areOwn: boolean;
}

const AT_ONCE = 20;

/** All matches of a player, the newest first, a page at a time. */
export function MatchList({ ask, none, areOwn }: MatchListProps) {
  const { texts } = useLanguage();
  const askPage = useCallback(
    async (before: string | undefined) => {
      const { matches, next } = await ask({ limit: AT_ONCE, ...(before !== undefined && { before }) });
      return { items: matches, next };
    },
    [ask],
  );
  const { items, error, more } = usePages(askPage);
  return (
    <>
      {items === undefined && !error && <p className="wait">{texts.loading}</p>}
      {items?.length === 0 && <p className="none">{none}</p>}
      <PlayedRows matches={items ?? []} areOwn={areOwn} />
      {error && <Problem error={error} retry={more} />}
      {more && !error && (
        <button type="button" onClick={more}>
          {texts.lists.older}
        </button>
      )}
    </>
  );
}
