import { seatName, type Words } from '@flower-war/words';
import type { Rulebook } from '@flower-war/words/rulebook';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Problem, useAsked } from './app/asked.tsx';
import { wayBack } from './app/keyboard.ts';
import { useLanguage, useTitle } from './app/language.tsx';
import { type Behind, closeLayer, Link, rulesHref, useRoute } from './app/navigation.tsx';
import { Board, UNTOUCHED } from '@flower-war/board/drawing';
import { Button } from './ui/forms.tsx';

interface RulesLayerProps {
  /** A game, or one of its editions. */
  readonly name: string;
  readonly anchor: string | undefined;
  readonly behind: Behind | undefined;
}

/** The rulebook above the page. A match goes on behind it. */
export function RulesLayer({ name, anchor, behind }: RulesLayerProps) {
  const { words, texts } = useLanguage();
  const { value, error, again } = useAsked(useCallback(() => bookOf(words, name, behind), [words, name, behind]));
  const layer = useRef<HTMLDialogElement>(null);
  useTitle(value?.book === undefined ? texts.book.title : texts.book.of(value.book.title), 'above');
  useClosing(layer);
  useShown(layer, anchor, value?.book);
  return (
    <dialog open className="layer" aria-modal="true" aria-label={texts.book.title} ref={layer} tabIndex={-1}>
      <header className="top narrow">
        <Button className="quiet" onClick={closeLayer} text={texts.book.close} />
        <strong className="who">{value?.book?.title ?? texts.book.title}</strong>
        <Documents />
      </header>
      {error && <Problem error={error} retry={again} />}
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
      {value?.book && <Chapters book={value.book} name={name} own={value.own} />}
    </dialog>
  );
}

/** A server that has the documents names them in the head of the page. They open beside a match, which goes on. */
function Documents() {
  const { texts } = useLanguage();
  const href = document.querySelector('link[rel=help]')?.getAttribute('href');
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="button quiet">
      {texts.book.documents}
    </a>
  );
}

/** The rulebooks are long, and most people never open one. */
async function bookOf(words: Words, name: string, behind: Behind | undefined) {
  const { RULEBOOKS, ownRules, rulebook, rulebookNamed } = await import('@flower-war/words/rulebook');
  const all = RULEBOOKS.map((id) => ({ id, title: rulebook(words, id).title }));
  const [first] = RULEBOOKS;
  const named = rulebookNamed(words, name) ?? (first && rulebook(words, first));
  const isOfMatch = named !== undefined && named.game === behind?.game;
  if (!isOfMatch) return { all, book: named };
  return { all, book: rulebook(words, named.game, behind), own: ownRules(words, named.game, behind) };
}

type LayerRef = RefObject<HTMLDialogElement | null>;

/** Takes the focus, and closes with the key that closes everywhere. */
function useClosing(layer: LayerRef): void {
  useLayoutEffect(() => {
    const goBack = wayBack();
    layer.current?.focus();
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && closeLayer();
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      // Once the page below takes the focus again, which is after this.
      queueMicrotask(goBack);
    };
  }, [layer]);
}

/** Shows the rule that the address names, once the book has come. Keys and screen readers go on there. */
function useShown(layer: LayerRef, anchor: string | undefined, book: object | undefined): void {
  useEffect(() => {
    if (book === undefined) return;
    const rule = anchor === undefined ? null : ruleNamed(anchor);
    if (rule === null) layer.current?.scrollTo(0, 0);
    else {
      rule.scrollIntoView({ block: 'center' });
      rule.focus({ preventScroll: true });
    }
  }, [layer, anchor, book]);
}

/** An edition may leave a rule out: then the others of its chapter come nearest. */
function ruleNamed(anchor: string): HTMLElement | null {
  const chapter = anchor.replace(/\d+$/, '');
  return document.getElementById(anchor) ?? document.querySelector<HTMLElement>(`.book [id^="${chapter}"]`);
}

interface ChaptersProps {
  readonly book: Rulebook;
  /** What the address calls the book: a game, or one of its editions. */
  readonly name: string;
  /** What the match behind it chose otherwise than its edition; absent for a book that is not of a match. */
  readonly own: readonly string[] | undefined;
}

type Rule = Rulebook['chapters'][number]['rules'][number];

function Chapters({ book, name, own }: ChaptersProps) {
  const { texts } = useLanguage();
  const { rules } = useRoute();
  return (
    <main className="book">
      <h1>{book.title}</h1>
      {own !== undefined && <p>{texts.book.ofMatch}</p>}
      {own !== undefined && own.length > 0 && (
        <Paragraphs text={[texts.book.chosen, ...own.map((line) => `- ${line}`)].join('\n')} />
      )}
      <ol className="contents">
        {book.chapters.map(({ id, title, rules: [first] }) => (
          <li key={id}>
            <Link to={rulesHref(name, first?.anchor ?? id)}>{title}</Link>
          </li>
        ))}
      </ol>
      {book.chapters.map(({ id, title, rules: all }) => (
        <section key={id}>
          <h2>{title}</h2>
          {all.map((rule) => (
            <RuleText key={rule.anchor} rule={rule} game={book.game} isNamed={rule.anchor === rules?.anchor} />
          ))}
        </section>
      ))}
    </main>
  );
}

interface RuleProps {
  readonly rule: Rule;
  readonly game: string;
  /** The address names it. */
  readonly isNamed: boolean;
}

function RuleText({ rule: { anchor, label, text, pictures }, game, isNamed }: RuleProps) {
  return (
    <article id={anchor} className={isNamed ? 'rule named' : 'rule'} tabIndex={-1}>
      <h3>{label}</h3>
      <Paragraphs text={text} />
      {pictures.map(({ caption, view }) => (
        <figure key={caption}>
          <Picture game={game} view={view} />
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
    </article>
  );
}

/** Lines that begin with `- ` are a list. */
function Paragraphs({ text }: { readonly text: string }) {
  const lines = text.split('\n');
  const items = lines.filter((line) => line.startsWith('- '));
  return (
    <>
      <p>{lines.filter((line) => !line.startsWith('- ')).join(' ')}</p>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item}>{item.slice('- '.length)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Picture({ game, view }: { readonly game: string; readonly view: object }) {
  const { words } = useLanguage();
  const speech = useMemo(
    () => ({ name: (seat: number) => seatName({ game, view }, seat, words), cards: new Map() }),
    [game, view, words],
  );
  return (
    <div className="board picture" inert>
      <Board {...UNTOUCHED} game={game} view={view} speech={speech} />
    </div>
  );
}
