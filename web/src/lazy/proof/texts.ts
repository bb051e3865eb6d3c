import type { FlawCode } from '@flower-war/protocol';
import type { KeptCheck, KeptFlaw } from '../local/keptMatch.ts';
import type { Check } from './prove.ts';

const FLAWS_EN: Readonly<Record<FlawCode, string>> = {
  form: 'This line cannot be read.',
  hash: 'This line, or the one before it, was changed afterwards.',
  number: 'A line is missing here, or two lines have changed places.',
  signature: 'The server has signed another record than this one.',
  incomplete: 'The record is not complete: its beginning or its end is missing, or it goes on after the end.',
  secret: 'The dice are not those that were fixed before the match. They prove nothing.',
  'no-rules': 'This page does not know the rules of this match. Load it again, or check the match on a newer page.',
  settings: 'The match begins with rules that do not exist.',
  parent: 'The match does not go on from the match that it names.',
  'not-allowed': 'The rules do not allow what this line says.',
  state: 'From here on, the record tells of another position than the one to which the rules lead.',
};

const FLAWS_ES: typeof FLAWS_EN = {
  form: 'Esta línea no se puede leer.',
  hash: 'Esta línea, o la anterior, se cambió después.',
  number: 'Aquí falta una línea, o dos líneas han cambiado de lugar.',
  signature: 'El servidor firmó otro registro, no este.',
  incomplete: 'El registro no está completo: falta su principio o su fin, o sigue después del fin.',
  secret: 'Los dados no son los que se fijaron antes de la partida. No prueban nada.',
  'no-rules':
    'Esta página no conoce las reglas de esta partida. Cárgala de nuevo, o comprueba la partida en una más nueva.',
  settings: 'La partida empieza con reglas que no existen.',
  parent: 'La partida no continúa la partida que nombra.',
  'not-allowed': 'Las reglas no permiten lo que dice esta línea.',
  state: 'Desde aquí el registro cuenta otra posición que la que resulta de las reglas.',
};

interface Meaning {
  readonly title: string;
  readonly about: string;
}

/** What each check means. */
const MEANINGS_EN: Readonly<Record<Check, Meaning>> = {
  whole: {
    title: 'Complete and unchanged',
    about: 'Each line is tied to the one before it. If a letter was changed, or a line is missing, it shows here.',
  },
  signed: {
    title: 'Signed by the server',
    about: 'With the last line the server has signed all the lines before it.',
  },
  committed: {
    title: 'The dice were fixed in advance',
    about:
      'All dice come from one number. Before the first player sat down, the server showed the fingerprint of this number; the last line tells the number, and the fingerprint fits. So the server could not change a die during the match.',
  },
  played: {
    title: 'Every move and every die follows the rules',
    about:
      'This browser has played the whole match again. Each move was allowed, each die and card is the one that had to come, and the result is the same.',
  },
};

const MEANINGS_ES: Readonly<Record<Check, Meaning>> = {
  whole: {
    title: 'Completo y sin cambios',
    about: 'Cada línea está atada a la anterior. Si se cambió una letra, o falta una línea, aquí se ve.',
  },
  signed: {
    title: 'Firmado por el servidor',
    about: 'Con la última línea el servidor firmó todas las anteriores.',
  },
  committed: {
    title: 'Los dados estaban fijados de antemano',
    about:
      'Todos los dados salen de un número. Antes de que se sentara el primer jugador, el servidor mostró la huella de ese número; la última línea dice el número, y la huella coincide. Así el servidor no pudo cambiar ningún dado durante la partida.',
  },
  played: {
    title: 'Cada jugada y cada dado siguen las reglas',
    about:
      'Este navegador ha vuelto a jugar toda la partida. Cada jugada estaba permitida, cada dado y cada carta es lo que tenía que salir, y el resultado es el mismo.',
  },
};

/** A match that was played on a device. */
const DEVICE_EN = {
  bad: 'Something is wrong with this match.',
  move: (n: number) => `Move ${n}`,
  sizes: (game: string, level: string, n: number) => `${game}, bots: ${level}, ${n} moves.`,
  limits:
    'A device alone cannot prove more: it drew the dice itself, no server has signed them, and moves that were taken back are not in it.',
  meanings: {
    whole: { title: 'Complete', about: 'The match can be read from its first move to its end.' },
    played: {
      title: 'Every move and every die follows the rules',
      about:
        'This browser has played the match again. Each move was allowed. The dice and cards follow from one number, drawn before the first move, and came out the same.',
    },
    bots: {
      title: 'The bots chose for themselves',
      about: 'Each bot was asked again, and saw only what its seat could see. It made the same moves.',
    },
  } satisfies Readonly<Record<KeptCheck, Meaning>>,
  flaws: {
    form: 'This file cannot be read. Save the match again, or choose another file.',
    unended: 'The match has no end: moves are missing after the last one.',
    'other-rules': 'The match was played by other rules than this page knows, so they cannot be compared.',
    'not-allowed': 'The rules do not allow this move.',
    'other-bot': 'The bot would have made another move here.',
    'other-habit': 'The page would not have made this move for you here.',
  } satisfies Readonly<Record<KeptFlaw, string>>,
};

const DEVICE_ES: typeof DEVICE_EN = {
  bad: 'Algo no cuadra en esta partida.',
  move: (n) => `Jugada ${n}`,
  sizes: (game, level, n) => `${game}, bots: ${level}, ${n} jugadas.`,
  limits:
    'Un dispositivo solo no puede probar más: él mismo sacó los dados, ningún servidor los ha firmado, y las jugadas que se deshicieron no están.',
  meanings: {
    whole: { title: 'Completa', about: 'La partida se puede leer desde la primera jugada hasta el final.' },
    played: {
      title: 'Cada jugada y cada dado siguen las reglas',
      about:
        'Este navegador ha vuelto a jugar la partida. Cada jugada estaba permitida. Los dados y las cartas siguen de un número, sacado antes de la primera jugada, y salieron iguales.',
    },
    bots: {
      title: 'Los bots eligieron por sí mismos',
      about:
        'Se preguntó otra vez a cada bot, que vio solo lo que podía ver desde su asiento. Hizo las mismas jugadas.',
    },
  },
  flaws: {
    form: 'Este archivo no se puede leer. Guarda la partida otra vez, o elige otro archivo.',
    unended: 'La partida no tiene final: faltan jugadas después de la última.',
    'other-rules': 'La partida se jugó con otras reglas que las que conoce esta página, así que no se pueden comparar.',
    'not-allowed': 'Las reglas no permiten esta jugada.',
    'other-bot': 'El bot habría hecho otra jugada aquí.',
    'other-habit': 'La página no habría hecho esta jugada por ti aquí.',
  },
};

export const PROOF = {
  of: 'proof',
  en: {
    title: 'Was the match fair?',
    intro:
      'Your browser plays an ended match again, from what was written down of it, and checks each move and each die. It takes no server at its word.',
    choose: 'Choose the file of a match, or drop it here',
    checking: 'The match is played again …',
    good: 'This match was played by the rules.',
    bad: (line: number) => `Something is wrong with this match: line ${line} does not fit.`,
    states: { passed: 'passed', failed: 'failed', skipped: 'not checked' },
    meanings: MEANINGS_EN,
    flaws: FLAWS_EN,
    device: DEVICE_EN,
    sizes: (entries: number, moves: number) => `${entries} lines, ${moves} moves.`,
    rules: (game: string, version: number) => `${game}, rules version ${version}.`,
    key: 'Key',
    ownKey: 'This is the key of this server.',
    strangeKey: 'This is not the key of this server: the match was played on another one.',
    commitment: 'Fingerprint (SHA-256)',
    secret: 'The number itself',
    added: (seat: string) => `Added by ${seat}`,
    noneAdded: 'No player added to the dice: the server alone chose them, in advance.',
    someAdded:
      'After that, each of these players added a number of their own, so that the server could not choose the dice.',
    mine: 'Your part is in it',
    mineAbout:
      'This browser remembers the fingerprint that it saw before you sat down, and the number that it added. Both are in the match.',
    notMine:
      'The fingerprint and the number that this browser remembers are not both in the match. Do not trust these dice.',
    restored: (n: number) =>
      n === 1
        ? 'The match went on once from a backup, with new dice from there on. So the host of the server could choose which dice count.'
        : `The match went on ${n} times from a backup, with new dice each time. So the host of the server could choose which dice count.`,
    fromOther: (match: string) => `The match goes on from match ${match}`,
    compared: 'and the record of that match says the same.',
    notCompared: 'whose record could not be compared.',
    line: (line: number) => `Line ${line}`,
    says: 'In detail:',
    save: 'Save as a file',
    replay: 'Replay',
  },
  es: {
    title: '¿Fue limpia la partida?',
    intro:
      'Tu navegador vuelve a jugar una partida terminada, según lo que se anotó de ella, y comprueba cada jugada y cada dado. No se fía de ningún servidor.',
    choose: 'Elige el archivo de una partida o suéltalo aquí',
    checking: 'La partida se juega otra vez …',
    good: 'Esta partida se jugó según las reglas.',
    bad: (line: number) => `Algo no cuadra en esta partida: la línea ${line} no encaja.`,
    states: { passed: 'correcto', failed: 'incorrecto', skipped: 'sin comprobar' },
    meanings: MEANINGS_ES,
    flaws: FLAWS_ES,
    device: DEVICE_ES,
    sizes: (entries: number, moves: number) => `${entries} líneas, ${moves} jugadas.`,
    rules: (game: string, version: number) => `${game}, versión ${version} de las reglas.`,
    key: 'Clave',
    ownKey: 'Es la clave de este servidor.',
    strangeKey: 'No es la clave de este servidor: la partida se jugó en otro.',
    commitment: 'Huella (SHA-256)',
    secret: 'El número mismo',
    added: (seat: string) => `Añadido por ${seat}`,
    noneAdded: 'Ningún jugador añadió nada a los dados: el servidor los eligió solo, de antemano.',
    someAdded:
      'Después, cada uno de estos jugadores añadió un número propio, para que el servidor no pudiera elegir los dados.',
    mine: 'Tu parte está dentro',
    mineAbout:
      'Este navegador recuerda la huella que vio antes de que te sentaras y el número que añadió. Ambos están en la partida.',
    notMine:
      'La huella y el número que recuerda este navegador no están los dos en la partida. No te fíes de estos dados.',
    restored: (n: number) =>
      n === 1
        ? 'La partida continuó una vez desde una copia de seguridad, con dados nuevos desde ahí. Así el anfitrión del servidor pudo elegir qué dados valían.'
        : `La partida continuó ${n} veces desde una copia de seguridad, con dados nuevos cada vez. Así el anfitrión del servidor pudo elegir qué dados valían.`,
    fromOther: (match: string) => `La partida continúa la partida ${match}`,
    compared: 'y el registro de esa partida dice lo mismo.',
    notCompared: 'cuyo registro no se pudo comparar.',
    line: (line: number) => `Línea ${line}`,
    says: 'En detalle, en inglés:',
    save: 'Guardar como archivo',
    replay: 'Repetición',
  },
};
