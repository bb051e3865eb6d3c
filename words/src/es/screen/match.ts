/** What the program says from the first board to the last line, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

export const MATCH: Screen['match'] = {
  headline: (game, match) => `${game}, partida ${match}`,
  goal: (goal) => `Objetivo: ${goal}`,
  invite: (command) => `Para unirse desde otra terminal: ${command}`,
  inviteHere: '(en esta máquina añade --guest)',
  fill: (seconds) => `Los bots ocupan los asientos libres dentro de ${seconds} s.`,
  behind: (seconds) =>
    `Ves la partida ${seconds < 120 ? `${seconds} segundos` : `${Math.round(seconds / 60)} minutos`} más tarde que sus jugadores.`,
  waiting: 'La partida empieza cuando se ocupen todos los asientos.',
  begins: 'Todos los asientos están ocupados: empieza la partida.',
  isBack: 'La conexión ha vuelto.',
  isLost: 'Se ha perdido la conexión; se intenta de nuevo ...',
  yourMove: (name) => `Te toca, ${name}:`,
  watching: 'Estás mirando; q sale.',
  notYourTurn: 'Espera: no es tu turno.',
  unclear: (text, moves) =>
    `"${text}" no es una jugada que puedas hacer ahora: elige ${moves === 1 ? '1' : `de 1 a ${moves}`}, o escribe ? para ver la ayuda.`,
  more: (n) => `… ${n} más: escribe más`,
  earlier: (n) => `(${n} líneas más arriba)`,
  noMore: 'Estas son todas las jugadas.',
  sureToResign: '¿Quieres abandonar la partida para siempre? Escribe sí. Con cualquier otra línea sigues.',
  playsOn: 'Sigues jugando.',
  yes: ['sí', 'si', 's', 'yes'],
  hint: (text) => `Nuevo: ${text}`,
  help: (goal) => `Objetivo del juego: ${goal}`,
  inputEnded: 'La entrada ha acabado, pero la partida no: no se pueden leer más jugadas.',
  left: (match) =>
    `Has salido de la partida ${match}, que continúa. Vuelve con --join ${match}; para abandonarla, escribe rendirse.`,
  keepsSeat: 'Adiós. Conservas tu asiento, porque también estás conectado desde otro sitio.',
  seatFree: 'Adiós. Tu asiento vuelve a estar libre.',
  goodbye: 'Adiós.',
  saved: (file) => `El registro está en ${file}. Compruébalo: npm run verify -- ${file}`,
  unfair: 'El registro no contiene el compromiso y la contribución del principio: no te fíes de estos dados.',
  rematch: 'Intro juega la revancha; q sale.',
  rematchWanted: 'Otro jugador quiere la revancha: Intro la acepta.',
  approval: 'El anfitrión decide quién se sienta y ve que esperas. Ctrl-C sale.',
};

export const REPLAY: Screen['replay'] = {
  title: (game, match) => `Repetición de ${game}, partida ${match}.`,
  help: [
    'Intro muestra el paso siguiente, b el anterior, un número el paso con ese número.',
    'p sigue jugando desde aquí contra bots, p 2 lo hace en el asiento 2; q sale.',
  ],
  noFurther: 'No hay más pasos.',
  step: (step, time) => `Paso ${step}, ${time}`,
  kinds: {
    created: 'creada',
    seated: 'asiento ocupado',
    started: 'empezada',
    move: 'jugada',
    clock: 'reloj',
    asks: 'deseo',
    habits: 'hábitos',
    agreement: 'acuerdo',
    absence: 'ausencia',
    temple: 'templo',
    resumed: 'reanudada',
    restored: 'restaurada',
    ended: 'terminada',
  },
  notOver: 'Esta partida no ha terminado: sigue desde ella cuando acabe.',
  noSeat: (seat) => `No hay asiento ${seat}; se cuentan desde 0.`,
};

export const TALK: Screen['talk'] = {
  muted: (name) => `Ya no oyes a ${name}.`,
  notHeard: (name) => `Nadie llamado ${name} ha dicho nada aquí.`,
};
