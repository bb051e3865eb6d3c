/** What the pages about temples say beside the shared words about beads. */
import type { TempleLog } from '@flower-war/client';

type Entry = TempleLog['entries'][number];
type Kind = Entry['kind'];
type How = Extract<Entry, { kind: 'claimed' }>['how'];

const OWN_EN = {
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

export type OwnTexts = typeof OWN_EN;

const OWN_ES: OwnTexts = {
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

export const OWN = { of: 'temples', en: OWN_EN, es: OWN_ES };

/** What the page says to people who make a temple theirs. */
const CLAIM_EN = {
  claim: {
    title: 'Make a temple yours',
    about: 'Its name and its code are printed on its label. You can also scan the square code there with your phone.',
    temple: 'Name of the temple',
    code: 'Code on the label, or on its display',
    go: 'Make it mine',
    show: 'Show a code on its display',
    shown: 'The temple now shows six characters, for two minutes. Type them here.',
    noName:
      'That is not the name of a temple. A name looks like templo-7f3a; the whole link of the label will do, too.',
    done: (name: string) => `${name} is yours now.`,
  },
  knock: {
    title: 'Or knock',
    about: 'For a temple without an owner: drop some beads in the order that this page shows.',
    go: 'Show me the order',
    drop: 'Drop your beads one after another, in this order:',
    again: 'After a wrong bead, begin again with the first.',
    over: 'No temple has counted its beads in this order. Try again, and wait a moment after each bead.',
    stop: 'Stop',
  },
  page: {
    title: (name: string) => `Make ${name} yours`,
    wrongTitle: 'A link to a temple',
    about: [
      'From now on, beads that fall into it are your offerings, in the match that you choose.',
      'If it belongs to another player, that player loses it.',
      'Beads that are in it already do not count.',
    ],
    you: (name: string) => `It will belong to ${name}: that is you, in this browser.`,
    damaged:
      'This link is damaged: the name of the temple or its code is missing. Scan the label again, or type what it says.',
    isYours: 'This temple is yours already.',
    after: 'To your temples',
    play: 'Begin a match',
    wrongCode: 'Type the eight characters on the label. The letter O counts as a zero, and I and L as a one.',
  },
};

const CLAIM_ES: typeof CLAIM_EN = {
  claim: {
    title: 'Haz tuyo un templo',
    about: 'Su nombre y su código están en su etiqueta. También puedes leer ahí el código cuadrado con tu teléfono.',
    temple: 'Nombre del templo',
    code: 'Código de la etiqueta o de su pantalla',
    go: 'Hacerlo mío',
    show: 'Mostrar un código en su pantalla',
    shown: 'El templo muestra ahora seis caracteres, durante dos minutos. Escríbelos aquí.',
    noName:
      'Ese no es el nombre de un templo. Un nombre es como templo-7f3a; también vale el enlace entero de la etiqueta.',
    done: (name) => `${name} ya es tuyo.`,
  },
  knock: {
    title: 'O llama con cuentas',
    about: 'Para un templo sin dueño: echa unas cuentas en el orden que muestra esta página.',
    go: 'Mostrar el orden',
    drop: 'Echa tus cuentas una tras otra, en este orden:',
    again: 'Si te equivocas de cuenta, empieza otra vez por la primera.',
    over: 'Ningún templo contó sus cuentas en este orden. Prueba otra vez, y espera un momento después de cada cuenta.',
    stop: 'Parar',
  },
  page: {
    title: (name) => `Haz tuyo ${name}`,
    wrongTitle: 'Un enlace a un templo',
    about: [
      'Desde ahora, las cuentas que caigan en él son tus ofrendas, en la partida que elijas.',
      'Si es de otro jugador, ese jugador lo pierde.',
      'Las cuentas que ya están dentro no cuentan.',
    ],
    you: (name) => `Será de ${name}: eres tú, en este navegador.`,
    damaged:
      'Este enlace está dañado: falta el nombre del templo o su código. Lee la etiqueta otra vez, o escribe lo que dice.',
    isYours: 'Este templo ya es tuyo.',
    after: 'A tus templos',
    play: 'Empezar una partida',
    wrongCode: 'Escribe los ocho caracteres de la etiqueta. La letra O vale como cero, y la I y la L como uno.',
  },
};

export const CLAIM = { of: 'claim', en: CLAIM_EN, es: CLAIM_ES };

/** What the page of a match says about temples beside the shared words. */
const TABLE_EN = {
  title: 'Temples',
  mine: 'Your temples',
  none: 'You have no temple.',
  claim: 'Claim one',
  countsHere: 'It counts here.',
  elsewhere: 'It counts in another match now; it would leave that one.',
  seat: 'Let it count for me',
  table: 'Let it count for all at the table',
  unbind: 'Take it out of this match',
  drop: (name: string) => `Drop a bead into ${name} for this:`,
};

const TABLE_ES: typeof TABLE_EN = {
  title: 'Templos',
  mine: 'Tus templos',
  none: 'No tienes ningún templo.',
  claim: 'Hazte con uno',
  countsHere: 'Cuenta aquí.',
  elsewhere: 'Ahora cuenta en otra partida; la dejaría.',
  seat: 'Que cuente para mí',
  table: 'Que cuente para toda la mesa',
  unbind: 'Sacarlo de esta partida',
  drop: (name) => `Echa una cuenta en ${name} para esto:`,
};

export const AT_TABLE = { of: 'templeAtTable', en: TABLE_EN, es: TABLE_ES };
