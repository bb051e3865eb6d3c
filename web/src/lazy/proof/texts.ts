import type { FlawCode } from '@flower-war/protocol';
import type { KeptCheck, KeptFlaw } from '../local/keptMatch.ts';
import type { Check } from './facts.ts';

const FLAWS_EN: Readonly<Record<FlawCode, string>> = {
  form: 'This line cannot be read.',
  hash: 'This line, or the one before it, was changed: its seal does not fit.',
  number: 'A line is missing here, or stands in a wrong place.',
  signature: 'The signature of the server does not fit: what was signed was another record.',
  incomplete: 'The record is not complete: its beginning or its end is missing, or it goes on after the end.',
  secret: 'The secret is not the one that was promised before the match. These dice prove nothing.',
  'no-rules':
    'This page does not know the rules of this match. Load the page again, or verify the record with a newer one.',
  settings: 'The match begins with rules that do not exist.',
  parent: 'The match does not go on from the match that it names.',
  'not-allowed': 'The rules do not allow what this line says.',
  state: 'After this line the rules give another position than the record.',
};

const FLAWS_ES: typeof FLAWS_EN = {
  form: 'Esta línea no se puede leer.',
  hash: 'Esta línea, o la anterior, fue cambiada: su sello no encaja.',
  number: 'Aquí falta una línea, o está en un lugar equivocado.',
  signature: 'La firma del servidor no encaja: lo que se firmó fue otro registro.',
  incomplete: 'El registro no está completo: falta su principio o su fin, o sigue después del fin.',
  secret: 'El secreto no es el que se prometió antes de la partida. Estos dados no prueban nada.',
  'no-rules':
    'Esta página no conoce las reglas de esta partida. Cárgala de nuevo, o comprueba el registro con una más nueva.',
  settings: 'La partida empieza con reglas que no existen.',
  parent: 'La partida no continúa la partida que nombra.',
  'not-allowed': 'Las reglas no permiten lo que dice esta línea.',
  state: 'Después de esta línea las reglas dan otra posición que el registro.',
};

interface Meaning {
  readonly title: string;
  readonly about: string;
}

/** What each check means. */
const MEANINGS_EN: Readonly<Record<Check, Meaning>> = {
  whole: {
    title: 'Complete and unchanged',
    about:
      'Each line carries a seal over itself and the line before it. If one letter changes, or a line is missing, its seal breaks.',
  },
  signed: {
    title: 'Signed by the server',
    about: 'The server signed the last line, and with it all lines before.',
  },
  committed: {
    title: 'The dice were fixed in advance',
    about:
      'Before the first player sat down, the server showed a fingerprint of its secret. The secret in the last line has this fingerprint, so the server could not change it during the match.',
  },
  played: {
    title: 'Every move and every die follows from the rules',
    about:
      'This browser has played the whole match again: each move was allowed, each die and card came from the secret and from what the players added, and the result is the same.',
  },
};

const MEANINGS_ES: Readonly<Record<Check, Meaning>> = {
  whole: {
    title: 'Completo y sin cambios',
    about:
      'Cada línea lleva un sello sobre ella misma y la línea anterior. Si cambia una letra, o falta una línea, su sello se rompe.',
  },
  signed: {
    title: 'Firmado por el servidor',
    about: 'El servidor firmó la última línea, y con ella todas las anteriores.',
  },
  committed: {
    title: 'Los dados estaban fijados de antemano',
    about:
      'Antes de que se sentara el primer jugador, el servidor mostró una huella de su secreto. El secreto de la última línea tiene esta huella, así que el servidor no pudo cambiarlo durante la partida.',
  },
  played: {
    title: 'Cada jugada y cada dado siguen las reglas',
    about:
      'Este navegador ha vuelto a jugar toda la partida: cada jugada estaba permitida, cada dado y cada carta salió del secreto y de lo que añadieron los jugadores, y el resultado es el mismo.',
  },
};

/** A match that was played on a device. */
const DEVICE_EN = {
  good: 'This match was played by the rules.',
  bad: 'This match is not right.',
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
  good: 'Esta partida se jugó según las reglas.',
  bad: 'Esta partida no es correcta.',
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
      about: 'Se preguntó otra vez a cada bot, que vio solo lo que podía ver desde su sitio. Hizo las mismas jugadas.',
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
    title: 'Proof of a match',
    intro:
      'The record of an ended match shows whether the match was fair. This browser checks it by itself, and trusts no server.',
    choose: 'Choose a record file, or drop it here',
    checking: 'Checking the record …',
    good: 'This record is right.',
    bad: (line: number) => `This record is wrong: line ${line} does not fit.`,
    states: { passed: 'passed', failed: 'failed', skipped: 'not checked' },
    meanings: MEANINGS_EN,
    flaws: FLAWS_EN,
    device: DEVICE_EN,
    sizes: (entries: number, moves: number) => `${entries} lines, ${moves} moves.`,
    rules: (game: string, version: number) => `${game}, rules version ${version}.`,
    key: 'Key',
    ownKey: 'This server publishes this key.',
    strangeKey: 'This server does not publish this key: the record comes from another server.',
    commitment: 'Fingerprint (SHA-256)',
    secret: 'Secret',
    added: (seat: string) => `Added by ${seat}`,
    noneAdded: 'No player added to the dice: the server alone chose them, in advance.',
    someAdded:
      'After that, the clients of these players added random bytes of their own, so that the server could not choose the dice.',
    mine: 'Your part is in it',
    mineAbout:
      'This browser remembers the fingerprint that it saw before you sat down, and the bytes that it added. Both are in the record.',
    notMine:
      'The record does not hold the fingerprint and the bytes that this browser remembers. Do not trust these dice.',
    restored: (n: number) =>
      n === 1
        ? 'The match went on from a backup once, with new dice after it: the host of the server could choose which dice count.'
        : `The match went on from a backup ${n} times, with new dice each time: the host of the server could choose which dice count.`,
    fromOther: (match: string) => `The match goes on from match ${match}`,
    compared: 'and the record of that match says the same.',
    notCompared: 'whose record could not be compared.',
    line: (line: number) => `Line ${line}`,
    says: 'The check itself says:',
    save: 'Save the record',
    replay: 'Replay',
  },
  es: {
    title: 'Prueba de una partida',
    intro:
      'El registro de una partida terminada muestra si fue justa. Este navegador lo comprueba por sí mismo, sin confiar en ningún servidor.',
    choose: 'Elige un archivo de registro o suéltalo aquí',
    checking: 'Comprobando el registro …',
    good: 'Este registro es correcto.',
    bad: (line: number) => `Este registro no es correcto: la línea ${line} no encaja.`,
    states: { passed: 'correcto', failed: 'incorrecto', skipped: 'sin comprobar' },
    meanings: MEANINGS_ES,
    flaws: FLAWS_ES,
    device: DEVICE_ES,
    sizes: (entries: number, moves: number) => `${entries} líneas, ${moves} jugadas.`,
    rules: (game: string, version: number) => `${game}, versión ${version} de las reglas.`,
    key: 'Clave',
    ownKey: 'Este servidor publica esta clave.',
    strangeKey: 'Este servidor no publica esta clave: el registro viene de otro servidor.',
    commitment: 'Huella (SHA-256)',
    secret: 'Secreto',
    added: (seat: string) => `Añadido por ${seat}`,
    noneAdded: 'Ningún jugador añadió nada a los dados: el servidor los eligió solo, de antemano.',
    someAdded:
      'Después, los clientes de estos jugadores añadieron bytes al azar, para que el servidor no pudiera elegir los dados.',
    mine: 'Tu parte está dentro',
    mineAbout:
      'Este navegador recuerda la huella que vio antes de que te sentaras y los bytes que añadió. Ambos están en el registro.',
    notMine: 'El registro no contiene la huella y los bytes que este navegador recuerda. No te fíes de estos dados.',
    restored: (n: number) =>
      n === 1
        ? 'La partida continuó una vez desde una copia de seguridad, con dados nuevos: el anfitrión del servidor pudo elegir qué dados valían.'
        : `La partida continuó ${n} veces desde una copia de seguridad, con dados nuevos cada vez: el anfitrión del servidor pudo elegir qué dados valían.`,
    fromOther: (match: string) => `La partida continúa la partida ${match}`,
    compared: 'y el registro de esa partida dice lo mismo.',
    notCompared: 'cuyo registro no se pudo comparar.',
    line: (line: number) => `Línea ${line}`,
    says: 'La comprobación misma dice, en inglés:',
    save: 'Guardar el registro',
    replay: 'Repetición',
  },
};
