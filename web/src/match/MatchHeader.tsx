import { PAGES } from '@flower-war/protocol/pages';
import type { ReactNode } from 'react';
import { LanguageSwitch, useLanguage, useTitle } from '../app/language.tsx';
import { editionName } from '../app/names.ts';
import { Link } from '../app/navigation.tsx';
import { rulesHref } from '../app/route.ts';

interface Props {
  readonly preset?: string;
  /** What else belongs into the menu. */
  readonly children?: ReactNode;
}

/** One narrow line above a match: the way back, the game, its rules. */
export function MatchHeader({ preset, children }: Props) {
  const { words, texts } = useLanguage();
  const edition = preset === undefined ? undefined : editionName(words, preset);
  useTitle(edition === undefined ? undefined : texts.match.title(edition));
  return (
    <header className="top narrow">
      <Link to={PAGES.home} className="back">
        <span aria-hidden="true">‹</span> <span className="label">{texts.home}</span>
      </Link>
      <h1 className="who">{edition ?? texts.title}</h1>
      <nav>
        {preset !== undefined && (
          <Link to={rulesHref(preset)} className="button quiet">
            {texts.rules}
          </Link>
        )}
        <LanguageSwitch />
        {children}
      </nav>
    </header>
  );
}
