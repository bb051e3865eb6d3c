/** The title and the description of each page, and what a link says of a match. The page says the rest itself. */
import type { PageName } from '@flower-war/protocol/pages';

const EN = {
  site: 'Flower War',
  pages: {
    home: [
      'Flower War',
      'Board games around the calendar of the Mexica. Play in the browser at once: against bots, with friends or with other players.',
    ],
    new: ['A new match', 'Choose a game, its length, its rules and your opponents.'],
    me: ['You', 'Your name, your matches and your devices.'],
    signedIn: ['Sign in', 'Your provider has sent you back.'],
    authorize: ['A program asks', 'Choose what a program of others may do for you.'],
    player: ['A player', 'The matches and the ratings of a player.'],
    best: ['The best players', 'The players with the highest ratings in each game.'],
    league: ['The league of bots', 'How the bots of this server stand against each other, with all their matches.'],
    tournaments: ['Tournaments', 'Arenas, Swiss tournaments, round robins and knockouts of the players here.'],
    order: ['Order', 'Where the moderators of this server act.'],
    about: ['About Flower War', 'Who made these games, and how this server keeps its promises.'],
    temples: ['Temples', 'Play with a small model pyramid that counts the beads you drop into it.'],
    claim: ['A temple', 'Make this temple yours.'],
    replay: ['Replay', 'A past match, step by step.'],
    proof: ['Proof', 'Check the record of a match yourself, dice included.'],
    learn: ['Learn to play', 'Short lessons on the board, from the first roll to the end of the world.'],
    puzzles: ['Puzzles', 'Positions from matches in which one answer is better than each other one. Find it.'],
    wall: ['On the big screen', 'The match that is most worth watching now.'],
    device: ['On this device', 'A match against bots that needs no server.'],
    twin: ['A temple on the screen', 'A model pyramid to try in the browser.'],
  } satisfies Readonly<Record<PageName, readonly [title: string, about: string]>>,
  lost: 'There is no page here',
  play: (game: string) => `Play ${game}`,
  rules: (game: string) => `The rules of ${game}`,
  replay: (match: string) => `Replay of ${match}`,
  proof: (match: string) => `Proof of ${match}`,
  privateMatch: (game: string) => `A private match of ${game}`,
  open: (free: number) => (free === 1 ? 'One seat is free. Join in!' : `${free} seats are free. Join in!`),
  running: 'The match is being played. Watch it.',
  closed: 'The match is being played, without spectators.',
  delayed: 'Watch the match, a little later than its players.',
  ended: (winners: readonly string[]) =>
    winners.length === 0 ? 'The match is over.' : `The match is over. Won by ${winners.join(', ')}.`,
};

export type PreviewTexts = Readonly<typeof EN>;

const ES: PreviewTexts = {
  site: 'Guerra Florida',
  pages: {
    home: [
      'Guerra Florida',
      'Juegos de mesa en torno al calendario mexica. Juega ya en el navegador: contra bots, con amigos o con otros jugadores.',
    ],
    new: ['Una partida nueva', 'Elige el juego, su duración, sus reglas y tus rivales.'],
    me: ['Tú', 'Tu nombre, tus partidas y tus dispositivos.'],
    signedIn: ['Entrar', 'Tu proveedor te ha enviado de vuelta.'],
    authorize: ['Un programa pregunta', 'Elige qué puede hacer por ti un programa ajeno.'],
    player: ['Un jugador', 'Las partidas y las puntuaciones de un jugador.'],
    best: ['Los mejores jugadores', 'Quienes tienen la puntuación más alta en cada juego.'],
    league: ['La liga de los bots', 'Cómo quedan entre sí los bots de este servidor, con todas sus partidas.'],
    tournaments: ['Torneos', 'Arenas, torneos suizos, todos contra todos y eliminatorias de quienes juegan aquí.'],
    order: ['Orden', 'Donde actúan los moderadores de este servidor.'],
    about: ['Acerca de Guerra Florida', 'Quién hizo estos juegos y cómo cumple este servidor lo que promete.'],
    temples: ['Templos', 'Juega con una pequeña pirámide que cuenta las cuentas que echas en ella.'],
    claim: ['Un templo', 'Haz tuyo este templo.'],
    replay: ['Repetición', 'Una partida pasada, paso a paso.'],
    proof: ['Prueba', 'Comprueba tú mismo el registro de una partida, dados incluidos.'],
    learn: ['Aprender a jugar', 'Lecciones cortas en el tablero, de la primera tirada al fin del mundo.'],
    puzzles: [
      'Acertijos',
      'Posiciones de partidas en las que una respuesta es mejor que todas las demás. Encuéntrala.',
    ],
    wall: ['En la pantalla grande', 'La partida que más vale la pena ver ahora.'],
    device: ['En este dispositivo', 'Una partida contra bots que no necesita servidor.'],
    twin: ['Un templo en la pantalla', 'Una pirámide para probar en el navegador.'],
  },
  lost: 'Aquí no hay ninguna página',
  play: (game) => `Juega a ${game}`,
  rules: (game) => `Las reglas de ${game}`,
  replay: (match) => `Repetición de ${match}`,
  proof: (match) => `Prueba de ${match}`,
  privateMatch: (game) => `Una partida privada de ${game}`,
  open: (free) => (free === 1 ? 'Queda un asiento libre. ¡Únete!' : `Quedan ${free} asientos libres. ¡Únete!`),
  running: 'La partida está en juego. Mírala.',
  closed: 'La partida está en juego, sin espectadores.',
  delayed: 'Mira la partida, un poco después que sus jugadores.',
  ended: (winners) =>
    winners.length === 0 ? 'La partida ha terminado.' : `La partida ha terminado. Victoria de ${winners.join(', ')}.`,
};

export const PREVIEWS = { of: 'previews', en: EN, es: ES };
