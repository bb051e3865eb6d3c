import type { Rulebook } from '@flower-war/words/rulebook';
import { useMemo } from 'react';
import { useLanguage } from '../app/language.tsx';
import { Link, useRoute } from '../app/navigation.tsx';
import { rulesHref } from '../app/route.ts';
import { seatName } from '../moves/seatNames.ts';
import { UNTOUCHED } from '../moves/tableProps.ts';
import { Board } from '../tables/Board.tsx';

interface Props {
  readonly book: Rulebook;
  /** What the address calls the book: a game, or one of its editions. */
  readonly name: string;
  /** It tells the numbers of the match behind it. */
  readonly isOfMatch: boolean;
}

type Rule = Rulebook['chapters'][number]['rules'][number];

export function Chapters({ book, name, isOfMatch }: Props) {
  const { texts } = useLanguage();
  const { rules } = useRoute();
  return (
    <main className="book">
      <h1>{book.title}</h1>
      {isOfMatch && <p>{texts.book.ofMatch}</p>}
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
    <article id={anchor} className={isNamed ? 'rule named' : 'rule'}>
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
