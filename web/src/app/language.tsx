/** The language of the page: the shared words, and what the page itself says. */
import { LANGUAGES, type Words, wordsFor } from '@flower-war/words';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { keepLanguage, keptLanguage } from './setting.ts';
import { EN, type Texts } from './texts/en.ts';
import { ES } from './texts/es.ts';

const TEXTS: Readonly<Record<string, Texts>> = { en: EN, es: ES };

export interface Language {
  readonly words: Words;
  readonly texts: Texts;
  readonly choose: (language: string) => void;
}

const ENGLISH: Language = { words: wordsFor('en'), texts: EN, choose: () => {} };
const Context = createContext(ENGLISH);

export const useLanguage = (): Language => useContext(Context);

/** The page, or what lies above it and comes and goes alone. */
type Layer = 'page' | 'above';

const titles: { [layer in Layer]?: string } = {};

/**
 * The title of the window: what is open, and then the name of all of it. It tells nothing that happens in a match but
 * for `useTurnMark`. A page may learn its title while something lies above it, and shows it once that is gone.
 */
export function useTitle(name?: string, layer: Layer = 'page'): void {
  const { title } = useLanguage().texts;
  useEffect(() => {
    const show = () => {
      document.title = titles.above ?? titles.page ?? title;
    };
    titles[layer] = titled(title, name);
    show();
    return () => {
      delete titles[layer];
      show();
    };
  }, [name, layer, title]);
}

/** "About Flower War" needs no second "Flower War". */
const titled = (all: string, name = all): string => (name.includes(all) ? name : `${name} · ${all}`);

/** The texts of one page, in each language; they are loaded with their page. */
export function useTexts<T>(texts: InLanguages<T>): T {
  return textsIn(texts, useLanguage().words);
}

export interface InLanguages<T> {
  readonly en: T;
  readonly es: NoInfer<T>;
}

export const textsIn = <T,>({ en, es }: InLanguages<T>, { language }: Pick<Words, 'language'>): T =>
  language === 'es' ? es : en;

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, setChosen] = useState(keptLanguage);
  const language = useMemo(() => languageFor(chosen, setChosen), [chosen]);
  useEffect(() => {
    document.documentElement.lang = language.words.language;
  }, [language]);
  return <Context.Provider value={language}>{children}</Context.Provider>;
}

function languageFor(locale: string, set: (language: string) => void): Language {
  const words = wordsFor(locale);
  const choose = (language: string) => {
    keepLanguage(language);
    set(language);
  };
  return { words, texts: TEXTS[words.language] ?? EN, choose };
}

/** A language as its own speakers call it. */
export const languageName = (language: string): string => TEXTS[language]?.language ?? language;

/** A button for each language that is not shown now. */
export function LanguageSwitch() {
  const { words, choose } = useLanguage();
  const others = LANGUAGES.filter(({ language }) => language !== words.language);
  return (
    <>
      {others.map(({ language }) => (
        <button key={language} type="button" className="quiet" lang={language} onClick={() => choose(language)}>
          <span className="long">{languageName(language)}</span>
          <span className="short" aria-hidden="true">
            {language.toUpperCase()}
          </span>
        </button>
      ))}
    </>
  );
}
