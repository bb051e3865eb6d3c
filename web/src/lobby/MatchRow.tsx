import type { ReactNode } from 'react';
import { useLanguage } from '../app/language.tsx';
import { editionName } from '../app/names.ts';
import { Link } from '../app/navigation.tsx';
import { matchHref } from '../app/route.ts';

interface Props {
  readonly match: string;
  readonly preset: string;
  readonly about: ReactNode;
  readonly action: string;
  /** Other ways to it. */
  readonly children?: ReactNode;
}

/** A match in a list, with the way to it. */
export function MatchRow({ match, preset, about, action, children }: Props) {
  const { words } = useLanguage();
  return (
    <li className="row">
      <span className="what">
        <strong>{editionName(words, preset)}</strong> <span>{about}</span>
      </span>
      <span className="ways">
        {children}
        <Link to={matchHref(match)} className="button">
          {action}
        </Link>
      </span>
    </li>
  );
}
