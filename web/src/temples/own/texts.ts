/** What the page of one's temples says beside the shared words about beads. */
import type { TempleLog } from '@flower-war/client';

type Entry = TempleLog['entries'][number];
type Kind = Entry['kind'];
type How = Extract<Entry, { kind: 'claimed' }>['how'];

const EN = {
  title: 'Your temples',
  about: 'A temple stands on your table. Each bead that falls into it is a skull offered in your match.',
  none: 'You have no temple yet.',
  twin: 'No temple at hand? Try one on the screen',
  receive: 'Another player can give you a temple. Give that player this code:',
  free: 'It counts for no match now. Beads that fall wait for the next one.',
  counts: 'It counts in your match.',
  countsForTable: 'It counts for all at the table.',
  toMatch: 'To the match',
  unbind: 'Take it out of the match',
  bind: {
    title: 'Let it count in a match',
    none: 'You play in no match now.',
    mine: 'For me',
    table: 'For all at the table',
    first: 'Begin a match',
  },
  quarantined:
    'Two devices seem to use this name. All beads wait until you say that you dropped them. Switch one of the two off.',
  blink: 'Let it blink',
  blinks: 'It blinks for ten seconds.',
  settings: {
    title: 'Settings',
    name: 'Name',
    light: 'Brightness, in percent',
    debounce: 'Pause between two beads, in milliseconds',
    debounceAbout: 'More, if one bead counts twice; less, if the second of two quick beads is missed.',
    swapped: 'The slots are wired the other way round',
    save: 'Save',
    saved: 'Saved. The temple takes it over as soon as it is online.',
  },
  log: {
    title: 'What happened',
    empty: 'Nothing yet.',
    more: 'Earlier',
    kinds: {
      claimed: 'It became yours',
      based: 'It began to count here',
      counted: 'It counted',
      returned: 'Beads were taken out',
      confirmed: 'You confirmed the beads',
      bound: 'It came to a match',
      unbound: 'It left its match',
      wanted: 'Its settings changed',
    } satisfies Record<Kind, string>,
    how: {
      printed: 'by the code on its label',
      shown: 'by the code on its display',
      knock: 'by a knock',
      given: 'from another player',
    } satisfies Record<How, string>,
    totals: (war: number, rain: number) => `${war} for war and ${rain} for rain in all`,
    doubtful: 'so many at once that you have to confirm them',
  },
  away: {
    title: 'Give it away',
    about: 'It leaves its match, and beads that wait must be taken out. The new owner sees nothing of what you did.',
    player: 'The code on the other player’s page of temples',
    give: 'Give it to this player',
    release: 'Give it up: it has no owner then',
    sure: 'Do you really want to give it up?',
    yes: 'Give it up',
    no: 'Keep it',
  },
};

export type OwnTexts = typeof EN;

const ES: OwnTexts = {
  title: 'Tus templos',
  about: 'Un templo está en tu mesa. Cada cuenta que cae en él es una calavera ofrecida en tu partida.',
  none: 'Todavía no tienes ningún templo.',
  twin: '¿No tienes un templo a mano? Prueba uno en la pantalla',
  receive: 'Otro jugador puede darte un templo. Dale este código:',
  free: 'Ahora no cuenta para ninguna partida. Las cuentas que caen esperan a la siguiente.',
  counts: 'Cuenta en tu partida.',
  countsForTable: 'Cuenta para toda la mesa.',
  toMatch: 'A la partida',
  unbind: 'Sacarlo de la partida',
  bind: {
    title: 'Que cuente en una partida',
    none: 'Ahora no juegas ninguna partida.',
    mine: 'Para mí',
    table: 'Para toda la mesa',
    first: 'Empezar una partida',
  },
  quarantined:
    'Parece que dos aparatos usan este nombre. Todas las cuentas esperan a que digas que las echaste tú. Apaga uno de los dos.',
  blink: 'Que parpadee',
  blinks: 'Parpadea durante diez segundos.',
  settings: {
    title: 'Ajustes',
    name: 'Nombre',
    light: 'Brillo, en tanto por ciento',
    debounce: 'Pausa entre dos cuentas, en milisegundos',
    debounceAbout: 'Más, si una cuenta vale por dos; menos, si se pierde la segunda de dos cuentas rápidas.',
    swapped: 'Las ranuras están conectadas al revés',
    save: 'Guardar',
    saved: 'Guardado. El templo lo toma en cuanto está conectado.',
  },
  log: {
    title: 'Qué ha pasado',
    empty: 'Todavía nada.',
    more: 'Antes',
    kinds: {
      claimed: 'Pasó a ser tuyo',
      based: 'Empezó a contar desde aquí',
      counted: 'Contó',
      returned: 'Se sacaron cuentas',
      confirmed: 'Confirmaste las cuentas',
      bound: 'Llegó a una partida',
      unbound: 'Dejó su partida',
      wanted: 'Cambiaron sus ajustes',
    },
    how: {
      printed: 'por el código de su etiqueta',
      shown: 'por el código de su pantalla',
      knock: 'llamando con cuentas',
      given: 'de otro jugador',
    },
    totals: (war, rain) => `${war} de guerra y ${rain} de lluvia en total`,
    doubtful: 'tantas a la vez que tienes que confirmarlas',
  },
  away: {
    title: 'Regalarlo',
    about: 'Deja su partida, y hay que sacar las cuentas que esperan. El nuevo dueño no ve nada de lo que hiciste.',
    player: 'El código de la página de templos del otro jugador',
    give: 'Dárselo a este jugador',
    release: 'Dejarlo: queda sin dueño',
    sure: '¿De verdad quieres dejarlo?',
    yes: 'Dejarlo',
    no: 'Quedármelo',
  },
};

export const OWN = { of: 'temples', en: EN, es: ES };
