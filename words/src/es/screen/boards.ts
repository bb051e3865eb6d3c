/** The boards of Space Aztecs and Tieqchieq, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

export const SPACE_AZTECS: Screen['spaceAztecs'] = {
  status: {
    taking: ({ turn }) => `${turn} tiene que tomar un montón`,
    choosing: () => 'Todos eligen una carta en secreto',
    hiding: ({ turn, card }) => `${turn} puede poner ${card} bajo un templo`,
    capturing: ({ turn, card, victim }) => `${turn} elige al azteca de ${victim} que captura ${card}`,
    over: () => 'La partida ha terminado',
  },
  places: {
    'Ball Court': 'Juego de pelota',
    Market: 'Mercado',
    Observatory: 'Observatorio',
    Causeway: 'Calzada',
    'Floating Gardens': 'Chinampas',
    Palace: 'Palacio',
    Volcano: 'Volcán',
    Lake: 'Lago',
  },
  round: (round) => `Ronda ${round}`,
  saucers: (n, most) => (n > most ? `platillos ${n}, bastan ${most}` : `platillos ${n} de ${most}`),
  removed: (colour) => (colour === undefined ? 'están todos los colores' : `sin el color ${colour}`),
  colours: { P: 'rosa', Y: 'amarillo', B: 'azul', G: 'verde' },
  last: 'antes: ',
  columns: { pile: 'mont', time: 'hora', score: 'puntos' },
  hasLeft: 'se ha ido',
  yourChoice: 'Tu elección',
  cardsOf: (pile) => `Cartas del montón ${pile}`,
  legend: [
    '  CIUDAD 1  un jugador; ► tiene que responder, ☼ es el jugador inicial',
    '  P-A01    rosa; Y amarillo, B azul, G verde; A azteca, T templo, S platillo; X1 un códice',
    '  P-T1[…]  los aztecas bajo un templo, o capturados por un platillo',
    '  P Y B G  cuántos aztecas de un color están a la vista en la ciudad; T templos, S platillos, X códices',
    '  antes: …  lo que dejaste en un montón cuando lo tuviste, y cuántas de esas cartas ya no están',
  ],
};

export const TIEQCHIEQ: Screen['tieqchieq'] = {
  reserve: 'reserva',
  home: 'casa',
  tosses: (name) => `${name} lanza las monedas`,
  tossed: (name, coins, n) => `${name} ha sacado ${coins} (${n})`,
  bonus: (name, at) => `${name} está en un más, en ${at}, y puede avanzar otra casilla`,
  over: 'La partida ha terminado',
  count: (n, most) => `tirada ${n} de ${most} como mucho`,
  legend: [
    '  (R) (Y)  fichas; R y Y en reserva y casa también son fichas; R es ROJO, Y es AMARILLO',
    '  +  una casilla más; en el camino común, para su color: +R, +Y',
    '  ○  otra tirada      ☼  otra tirada; ahí las fichas no pueden ser atacadas',
    '  r r, y y  territorio: cada casilla cuesta al otro color 3 en lugar de 1',
  ],
};
