/** Lists and the account of the player, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';
import { count } from '../count.ts';

const STATUSES = { open: 'abierta', running: 'en juego', over: 'terminada', ended: 'terminada' };

export const LOBBY: Screen['lobby'] = {
  empty: 'Ahora no hay ninguna partida. Una partida nueva aparece sola en esta lista.',
  help: 'Escribe un número para sentarte, o para mirar si no hay asiento libre; q sale.',
  noNumber: (text) => `"${text}" no es un número de la lista; q sale.`,
  statuses: STATUSES,
  places: (free, seats) => `${free} de ${seats} libres`,
  clocks: { turn: 'tiempo por turno', bank: 'tiempo por partida', days: 'días por turno' },
  approval: 'el anfitrión decide quién entra',
  fill: (seconds) => `bots a los ${seconds} s`,
};

export const HISTORY: Screen['history'] = {
  empty: 'Todavía no has jugado ninguna partida aquí.',
  older: 'Hay partidas más antiguas.',
  replay: 'Vuelve a ver una partida terminada: npm run play -- --replay PARTIDA',
  statuses: STATUSES,
  place: (place, seats) => `puesto ${place} de ${seats}`,
  givenUp: 'anulada',
  alone: 'sin rivales todavía',
  against: (names) => `contra ${names}`,
  rating: (before, after) => `puntos ${before} -> ${after}`,
  best: (game) => `Los mejores en ${game}`,
  noBest: (title) => `${title}: ningún jugador ha jugado todavía bastantes partidas con puntos.`,
  matches: (n) => count(n, { one: '# partida', other: '# partidas' }),
};

export const ACCOUNT: Screen['account'] = {
  label: (host) => `Terminal en ${host}`,
  notSaved: (why) => `No se puede guardar tu sesión; la próxima vez serás aquí un jugador nuevo: ${why}`,
  otherDevice: (command) => `En el otro dispositivo: ${command}`,
  asCode: (text) => `Como código QR: ${text}`,
  worksUntil: (time) => `Sirve una vez, hasta las ${time}.`,
  recovery: (code) => `Tu código de recuperación: ${code}`,
  writeDown: 'Apúntalo: no se vuelve a mostrar. Con --recover te devuelve a tu cuenta en cualquier dispositivo.',
  typeRecovery: 'Tu código de recuperación:',
  youAre: (name) => `Aquí eres ahora ${name}. Juega: npm run play`,
  signedOut: 'Has cerrado la sesión aquí. Entra otra vez con tu código de recuperación o desde otro dispositivo.',
};
