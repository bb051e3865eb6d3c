/** What no player may be called, because readers would take the player for the server, its operator, a bot or a seat. */
import { BOTS as BOTS_EN } from './en/index.ts';
import { TABLE as TABLE_EN } from './en/screen/match.ts';
import { NAMES as NAMES_EN } from './en/screen/names.ts';
import { BOTS as BOTS_ES } from './es/index.ts';
import { TABLE as TABLE_ES } from './es/screen/match.ts';
import { NAMES as NAMES_ES } from './es/screen/names.ts';
import type { BotTable } from './words.ts';

export interface Reserved {
  /** No name may have such a word. */
  readonly words: readonly string[];
  /** No name may be this, with or without a number. */
  readonly names: readonly string[];
}

/** By language. */
export const RESERVED: Readonly<Record<string, Reserved>> = {
  en: {
    words: listed(
      'server admin admins administrator moderator mod mods host operator staff support system official',
      'bot bots robot computer guest somebody',
    ).concat(NAMES_EN.games['flower-war']),
    names: listed('you someone nobody player spectator').concat(shown(BOTS_EN, NAMES_EN, TABLE_EN)),
  },
  es: {
    words: listed(
      'servidor administrador administradora moderador moderadora anfitrión anfitriona operador operadora soporte',
      'sistema oficial ordenador computadora invitado invitada alguien',
    ).concat(NAMES_ES.games['flower-war']),
    names: listed('tú nadie jugador jugadora espectador espectadora').concat(shown(BOTS_ES, NAMES_ES, TABLE_ES)),
  },
};

function listed(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

/** What the screens call bots and seats. */
function shown(bots: BotTable, names: typeof NAMES_EN, table: Pick<typeof TABLE_EN, 'waiting'>): readonly string[] {
  const { compass, colours, city, seat, cortes } = names;
  const numbered = [city, seat].map((name) => name(1).replace(/\d/g, ''));
  return [
    ...Object.values(bots).map(({ name }) => name),
    ...Object.values(compass),
    ...colours,
    ...numbered,
    cortes,
    table.waiting,
  ];
}
