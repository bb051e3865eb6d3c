import type { Words } from '@flower-war/words';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Behind } from '../app/behind.ts';
import { useLanguage, useTitle } from '../app/language.tsx';
import { closeLayer, Link } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { rulesHref } from '../app/route.ts';
import { useAsked } from '../app/useAsked.ts';
import { Chapters } from './Chapters.tsx';

interface Props {
  /** A game, or one of its editions. */
  readonly name: string;
  readonly anchor: string | undefined;
  readonly behind: Behind | undefined;
}

/** The rulebook above the page. A match goes on behind it. */
export function RulesLayer({ name, anchor, behind }: Props) {
  const { words, texts } = useLanguage();
  const { value, error, again } = useAsked(useCallback(() => bookOf(words, name, behind), [words, name, behind]));
  const layer = useRef<HTMLDialogElement>(null);
  useTitle(value?.book === undefined ? texts.book.title : texts.book.of(value.book.title), 'above');
  useClosing(layer);
  useShown(layer, anchor, value?.book);
  return (
    <dialog open className="layer" aria-modal="true" aria-label={texts.book.title} ref={layer} tabIndex={-1}>
      <header className="top narrow">
        <button type="button" className="quiet" onClick={closeLayer}>
          {texts.book.close}
        </button>
        <strong className="who">{value?.book?.title ?? texts.book.title}</strong>
      </header>
      {error && <Problem error={new Error(texts.book.failed)} retry={again} />}
      {value === undefined && !error && <p className="wait">{texts.loading}</p>}
      {value && (
        <nav className="books" aria-label={texts.book.games}>
          {value.all.map(({ id, title }) => (
            <Link key={id} to={rulesHref(id)} className={`button${id === value.book?.game ? ' chosen' : ''}`}>
              {title}
            </Link>
          ))}
        </nav>
      )}
      {value?.book && <Chapters book={value.book} name={name} isOfMatch={value.isOfMatch} />}
    </dialog>
  );
}

/** The rulebooks are long, and most people never open one. */
async function bookOf(words: Words, name: string, behind: Behind | undefined) {
  const { RULEBOOKS, rulebook, rulebookNamed } = await import('@flower-war/words/rulebook');
  const all = RULEBOOKS.map((id) => ({ id, title: rulebook(words, id).title }));
  const [first] = RULEBOOKS;
  const named = rulebookNamed(words, name) ?? (first && rulebook(words, first));
  const isOfMatch = named !== undefined && named.game === behind?.game;
  return { all, isOfMatch, book: isOfMatch ? rulebook(words, named.game, behind) : named };
}

type LayerRef = RefObject<HTMLDialogElement | null>;

/** Takes the focus, and closes with the key that closes everywhere. */
function useClosing(layer: LayerRef): void {
  useEffect(() => {
    const before = document.activeElement;
    layer.current?.focus();
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && closeLayer();
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [layer]);
}

/** Shows the rule that the address names, once the book has come. */
function useShown(layer: LayerRef, anchor: string | undefined, book: object | undefined): void {
  useEffect(() => {
    if (book === undefined) return;
    const rule = anchor === undefined ? null : document.getElementById(anchor);
    if (rule === null) layer.current?.scrollTo(0, 0);
    else rule.scrollIntoView({ block: 'center' });
  }, [layer, anchor, book]);
}
