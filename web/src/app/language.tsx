/** The language of the page: the shared words, and what the page itself says. */
import { comes, textsIn, useTexts, WordsProvider } from '@flower-war/board/drawing';
import { english, FURTHER, loadWords, type Words } from '@flower-war/words';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { LANGUAGE, useSetting } from './setting.ts';
import { EN, type Texts } from './texts/en.ts';
import { ES } from './texts/es.ts';

export { editionName, gameName, goalOf, lengthName } from '@flower-war/words';
export { textsIn, useTexts };

const TEXTS = { of: 'app', en: EN, es: ES };

export interface Language {
  readonly words: Words;
  readonly texts: Texts;
  readonly choose: (language: string) => void;
  /** The words are still on their way: the page asks the server already, and shows nothing. */
  readonly isComing?: boolean;
}

const ENGLISH: Language = { words: english, texts: EN, choose: () => {} };
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

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const chosen = useSetting(LANGUAGE);
  const [words, setWords] = useState(() => (isEnglish(chosen) ? english : undefined));
  useEffect(() => {
    let isCurrent = true;
    const show = (found: Words) => isCurrent && setWords(found);
    const load = () => loadWords(chosen);
    // Without the file of a language the page is English, until the file comes.
    const late = () => {
      show(english);
      return comes(async () => (isCurrent ? load() : english));
    };
    void load().catch(late).then(show);
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  const language = useMemo(() => ({ ...languageFor(words ?? english), isComing: words === undefined }), [words]);
  useEffect(() => {
    document.documentElement.lang = language.words.language;
  }, [language]);
  return (
    <Context.Provider value={language}>
      <WordsProvider value={language.words}>{children}</WordsProvider>
    </Context.Provider>
  );
}

/** The one language that the page has from the start. */
const isEnglish = (locale: string): boolean => /^en\b/i.test(locale);

const languageFor = (words: Words): Language => ({ words, texts: textsIn(TEXTS, words), choose: LANGUAGE.choose });

/** All languages, as their own speakers call them. */
const NAMES: Readonly<Record<string, string>> = {
  en: EN.language,
  es: ES.language,
  ...Object.fromEntries(Object.entries(FURTHER).map(([language, { name }]) => [language, name])),
};

export const ALL_LANGUAGES = Object.keys(NAMES);
export const languageName = (language: string): string => NAMES[language] ?? language;

/** A menu of the languages, each as its own speakers call it. */
export function LanguageSwitch() {
  const { words, texts, choose } = useLanguage();
  return (
    <span className="languages">
      <span className="short" aria-hidden="true">
        {words.language.toUpperCase()}
      </span>
      <select
        className="language"
        aria-label={texts.inLanguage}
        value={words.language}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {ALL_LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The level of a bot. One that the host brought has its own name, and the version of its file. */
export const botLabel = (
  words: Words,
  { guests }: { readonly guests?: Readonly<Record<string, string>> },
  bot: string,
): string => [words.bot(bot).level || bot, guests?.[bot]].filter(Boolean).join(' · ');
