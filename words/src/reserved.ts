/** What no player may be called, because readers would take the player for the server, its operator, a bot or a seat. */
import { english } from './en/index.ts';
import { spanish } from './es/index.ts';
import { furtherWords } from './further.ts';
import { BOTS_BY_LEVEL } from './language.ts';
import { TEXTS } from './languages/texts.ts';
import type { Words } from './words.ts';

export interface Reserved {
  /** No name may have such a word. */
  readonly words: readonly string[];
  /** No name may be this, with or without a number. */
  readonly names: readonly string[];
}

/** Beside what the screens call bots and seats. With spaces between them. */
export const RESERVED_TEXTS = {
  en: {
    words:
      'server admin admins administrator moderator mod mods host operator staff support system official bot bots robot computer guest somebody',
    names: 'you someone nobody player spectator',
  },
  es: {
    words:
      'servidor administrador administradora moderador moderadora anfitrión anfitriona operador operadora soporte sistema oficial ordenador computadora invitado invitada alguien',
    names: 'tú nadie jugador jugadora espectador espectadora',
  },
};

const further = Object.entries(TEXTS).map(([language, texts]) => furtherWords(language, texts));

/** By language. */
export const RESERVED: Readonly<Record<string, Reserved>> = Object.fromEntries(
  [english, spanish, ...further].map((words) => [words.language, reservedIn(words)]),
);

function reservedIn(words: Words): Reserved {
  const { en, es } = RESERVED_TEXTS;
  const listed = words.translate?.('reserved', en) ?? (words.language === 'es' ? es : en);
  return {
    words: listed.words.split(' ').concat(words.screen.names.games['flower-war']),
    names: listed.names.split(' ').concat(shown(words)),
  };
}

/** What the screens call bots and seats. */
function shown({ bot, screen: { names, table } }: Words): readonly string[] {
  const { compass, colours, city, seat, cortes } = names;
  const bots = BOTS_BY_LEVEL.map(bot).flatMap(({ name, level }) => [name, level]);
  const numbered = [city, seat].map((name) => name(1).replace(/\d/g, ''));
  return [...bots, ...Object.values(compass), ...colours, ...numbered, cortes, table.waiting];
}
