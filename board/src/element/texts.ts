/** What the element says beside the board. */

const EN = {
  nothing: 'There is nothing to show here yet.',
  wrong: {
    position: 'This is not a position: a position has a game and a view.',
    record: 'This is not a record of steps: such a record has a game and a list of steps.',
    moves: 'This record holds moves alone. Ask its server for the steps of the match, and show those.',
    empty: 'This record has no step to show.',
  },
  tooNew:
    'This board cannot show that. It may be damaged, or newer than this board: load a newer version of the board.',
  unreachable: 'The server does not answer.',
  noFile: 'The record could not be loaded from its address.',
  retry: 'Try again',
  steps: 'Steps of the match',
  keys: 'The keys ← → Home End work here, too.',
  first: 'To the beginning',
  back: 'One step back',
  forward: 'One step on',
  last: 'To the end',
  place: (n: number, of: number) => `Step ${n} of ${of}`,
  follows: 'You see the match as it is played.',
  waiting: 'The match has not begun yet.',
  lost: 'The connection is lost, and comes back by itself.',
  yourMove: 'It is your move.',
  others: 'It is the turn of the others.',
  moves: 'Your moves',
  sure: 'Do it',
  notYet: 'Not yet',
  allMoves: 'All moves',
  board: 'Board',
};

const ES: typeof EN = {
  nothing: 'Aquí no hay nada que mostrar todavía.',
  wrong: {
    position: 'Esto no es una posición: una posición tiene un juego y una vista.',
    record: 'Esto no es un registro de pasos: tiene un juego y una lista de pasos.',
    moves: 'Este registro solo contiene jugadas. Pide a su servidor los pasos de la partida, y muestra esos.',
    empty: 'Este registro no tiene ningún paso que mostrar.',
  },
  tooNew:
    'Este tablero no puede mostrar eso. Puede estar dañado, o ser más nuevo que este tablero: carga una versión más nueva del tablero.',
  unreachable: 'El servidor no responde.',
  noFile: 'No se pudo cargar el registro desde su dirección.',
  retry: 'Probar otra vez',
  steps: 'Pasos de la partida',
  keys: 'Las teclas ← → Inicio Fin también sirven aquí.',
  first: 'Al principio',
  back: 'Un paso atrás',
  forward: 'Un paso adelante',
  last: 'Al final',
  place: (n, of) => `Paso ${n} de ${of}`,
  follows: 'Ves la partida según se juega.',
  waiting: 'La partida aún no ha empezado.',
  lost: 'Se perdió la conexión, y vuelve por sí sola.',
  yourMove: 'Te toca a ti.',
  others: 'Les toca a los demás.',
  moves: 'Tus jugadas',
  sure: 'Hazlo',
  notYet: 'Todavía no',
  allMoves: 'Todas las jugadas',
  board: 'Tablero',
};

export const ELEMENT_TEXTS = { of: 'element', en: EN, es: ES };
