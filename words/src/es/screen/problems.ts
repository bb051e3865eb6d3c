/** What the person at the terminal can mend, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

export const PROBLEMS: Screen['problems'] = {
  unreachable: () =>
    'El servidor no responde, o no es un servidor de este juego.\nArráncalo con npm start, o indica otro con --url.',
  argument: (_sentence, word) => `No se entiende ${word}. Mira npm run play -- --help`,
  oneOf: (options) => `Elige una de ${options.join(' y ')}.`,
  autoNeedsBots: '--auto necesita bots: quita --bot none.',
  matchExists: 'Una partida que ya existe tiene su juego, sus asientos y sus ajustes: quita esas opciones.',
  belongsTo: (option, to) => `${option} va con ${to.join(' o ')}.`,
  templeSetBelongs: '--temple-set y --temple-release van con --temple.',
  leaveOut: 'Con --lobby y --quick quita --bot, --options, --clock y --absence.',
  anySize: '--lobby muestra mesas de cualquier tamaño: quita --seats.',
  noAddress: (url, example) => `--url ${url} no es una dirección como ${example}.`,
  noneOnLan:
    'Ningún servidor responde en esta red: arranca uno con npm start -- --lan, o indica su dirección con --url.',
  severalOnLan: (servers) =>
    `Varios servidores responden en esta red. Elige uno de ${servers.map(({ url, name }) => `--url ${url} (${name})`).join(', ')}.`,
  noTemple: (temple) => `--temple ${temple} no es el nombre de un templo, como templo-7f3a.`,
  noSeatWith: (option) => `Con ${option} no ocupas asiento: quita el templo.`,
  noPair: (text) => `--options se escribe NOMBRE=VALOR, con comas en medio; "${text}" no lo es.`,
  noTime: (text) => `--clock ${text} no es un tiempo como 60, 600+5 o 3d.`,
  seats: (game, least, most, wanted) => `${game} es para ${least} a ${most} asientos, no para ${wanted}.`,
  badValue: (option, text, allowed) => `La opción ${option} no puede ser "${text}": es ${allowed}.`,
  allowed: {
    or: ' o ',
    flag: 'true o false',
    whole: (least, most) => `un número entero de ${least} a ${most}`,
  },
  unknown: {
    game: (given, known) => `Aquí no hay ningún juego "${given}". Hay: ${known}.`,
    preset: (given, known) => `Aquí no hay ninguna edición "${given}". Hay: ${known}.`,
    bot: (given, known) => `Aquí no hay ningún bot "${given}". Hay: ${known}.`,
    option: (given, known) => `Aquí no hay ninguna opción "${given}". Hay: ${known}.`,
    policy: (given, known) => `Aquí no hay ninguna regla de ausencia "${given}". Hay: ${known}.`,
    pace: (given, known) => `No hay ningún ritmo de hábitos "${given}". Hay: ${known}.`,
    language: (given, known) => `Aquí no hay ningún idioma "${given}". Hay: ${known}.`,
    rulebook: (given, known) => `No hay reglas de "${given}". Hay: ${known}.`,
  },
  noRule: (game, given, known) => `Las reglas de ${game} no tienen ninguna parte "${given}". Hay: ${known}.`,
  noViewer: (text) => `--as lleva el número de un asiento, contado desde 0, o all; no "${text}".`,
  noRecoveryCode: 'No has escrito ningún código de recuperación.',
  noTempleCode: 'Necesitas el código del templo para que sea tuyo.',
  noKnock: 'Ningún templo ha contado estas cuentas en este orden. Inténtalo otra vez con --knock.',
  noShownCode: (temple) =>
    `${temple} no muestra ningún código: no tiene conexión ni pantalla, o es de otro jugador. Da con --temple-code el código que lleva impreso, o usa --knock.`,
  noSetting: (setting) => `${setting} no es un ajuste: name=TEXTO, light=0 a 100, debounceMs=0 a 1000, swapped=true.`,
  namesTaken: (file) =>
    `No se ha guardado el registro: ${file} y todos los nombres parecidos están ocupados. Elige otro con --out.`,
  notSaved: (why) => `No se ha podido guardar el registro: ${why}. Elige otro sitio con --out.`,
};
