/** What an element shows: a position, a record, a match, or why none of them. */
import type { Words } from '@flower-war/words';
import { Component, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { type Picture, SheetsContext } from '../art/Art.tsx';
import { useTexts, WordsProvider } from '../language.tsx';
import { late } from '../late.ts';
import { BOARD_TEXTS } from '../tables/texts.ts';
import { Past, Table } from './Past.tsx';
import { Problem } from './Problem.tsx';
import { type Film, parseRecord, readPosition, readRecord, type Source, type Tell, Unreadable } from './source.ts';
import { ELEMENT_TEXTS } from './texts.ts';

/** The client is loaded with the first match. */
const Match = late(async () => (await import('./Match.tsx')).Match);

interface ScreenProps {
  /** The same object as long as it shows the same. */
  readonly source: Source;
  readonly words: Words;
  readonly addressOf: (picture: Picture) => string;
  readonly tell: Tell;
}

export function Screen({ source, words, addressOf, tell }: ScreenProps) {
  return (
    <SheetsContext.Provider value={addressOf}>
      <WordsProvider value={words}>
        <div className="frame" part="frame" lang={words.language}>
          <Mishaps key={keyOf(source)} tell={tell}>
            <Suspense fallback={<Loading />}>
              <Shown source={source} tell={tell} />
            </Suspense>
          </Mishaps>
        </div>
      </WordsProvider>
    </SheetsContext.Provider>
  );
}

let sources = 0;
const keys = new WeakMap<Source, number>();

/** Another source begins anew, also after one that could not be shown. */
function keyOf(source: Source): number {
  if (!keys.has(source)) keys.set(source, ++sources);
  return keys.get(source) ?? 0;
}

function Loading() {
  const { loading } = useTexts(BOARD_TEXTS);
  return <p className="notice">{loading}</p>;
}

function Shown({ source, tell }: { readonly source: Source; readonly tell: Tell }) {
  const { nothing } = useTexts(ELEMENT_TEXTS);
  switch (source.kind) {
    case 'nothing':
      return <p className="notice">{nothing}</p>;
    case 'position':
      return <Position given={source.given} tell={tell} />;
    case 'record':
      return <Recorded given={source.given} tell={tell} />;
    case 'match':
      return <Match {...source} tell={tell} />;
  }
}

interface Given {
  readonly given: unknown;
  readonly tell: Tell;
}

function Position({ given, tell }: Given) {
  const position = useMemo(() => readPosition(given), [given]);
  useEffect(() => tell('ready', { game: position.game }), [position, tell]);
  return <Table {...position} />;
}

/** A record that is given, or that lies at an address. */
function Recorded({ given, tell }: Given) {
  const { noFile } = useTexts(ELEMENT_TEXTS);
  const [read, setRead] = useState<{ readonly film?: Film; readonly error?: unknown }>({});
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count loads once more.
  useEffect(() => {
    const stop = new AbortController();
    const show = (found: unknown) => {
      const film = readRecord(found);
      setRead({ film });
      tell('ready', { game: film.game });
    };
    loaded(given, stop.signal)
      .then(show)
      .catch((error) => stop.signal.aborted || setRead({ error }));
    return () => stop.abort();
  }, [given, tell, times]);
  if (read.error instanceof Unreadable) throw read.error;
  if (read.error !== undefined)
    return <Problem text={noFile} error={read.error} tell={tell} retry={() => setTimes(times + 1)} />;
  return read.film === undefined ? <Loading /> : <Past film={read.film} tell={tell} />;
}

async function loaded(given: unknown, signal: AbortSignal): Promise<unknown> {
  if (typeof given !== 'string') return given;
  const answer = await fetch(given, { signal });
  if (!answer.ok) throw new Error(`${given} answers ${answer.status}`);
  return parseRecord(await answer.text());
}

interface MishapsProps {
  readonly tell: Tell;
  readonly children: ReactNode;
}

/** What cannot be read or drawn: damaged, or of a newer version. Only a class can catch that in React. */
class Mishaps extends Component<MishapsProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <Mishap error={error} tell={this.props.tell} />;
  }
}

function Mishap({ error, tell }: { readonly error: unknown; readonly tell: Tell }) {
  const texts = useTexts(ELEMENT_TEXTS);
  return (
    <Problem text={error instanceof Unreadable ? texts.wrong[error.why] : texts.tooNew} error={error} tell={tell} />
  );
}
