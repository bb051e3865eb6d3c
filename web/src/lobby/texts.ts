/** What the first page says, beside the shared words about the games. */
const EN = {
  lead: 'A board game of Aztec tribes for two to six. Lead yours around the calendar, win battles, feed two hungry gods, and hold the most skulls when the world ends.',
  play: 'Play',
  change: 'Change',
  learn: 'Learn in five minutes',
  puzzle: 'Puzzle of the day',
  watch: 'Watch a match',
  noneYet: 'No match has been played to its end here yet. The board shows you a recorded one.',
  joinOne: (host: string, game: string) => (host === '' ? `Join a match of ${game}` : `Join ${host}: ${game}`),
  /** What a tap on Play begins: `Flower War · short · against 1 bot, easy`. */
  against: (bots: number, level: string) => `against ${bots === 1 ? '1 bot' : `${bots} bots`}, ${level}`,
  withFriends: (n: number) => (n === 1 ? 'with a friend' : `with ${n} friends`),
  withPeople: (n: number) => (n === 1 ? 'with another person here' : `with ${n} people here`),
  board: {
    recorded: (game: string) => `A recorded match of ${game}, among bots`,
    live: (names: string, game: string) => `Played now: ${game}, ${names}`,
    pause: 'Pause',
    goOn: 'Let it run',
  },
  games: 'Choose a game',
  /** What a game feels like, by its edition. */
  feelings: {
    'flower-war': 'Raids, hungry gods and a world that ends: loud, quick and a little cruel.',
    mexica: 'A race for three signs. You plan, trade blows, and dread the flood.',
    'flower-war-early': 'The old war of flowers: slower, with deeper plans and harder sacrifices.',
    'space-aztecs': 'Build a city, and duck when the saucers come. All choose at once: fast and sly.',
    tieqchieq: 'Four tossed coins, twelve tokens, one way home. Learned in a minute.',
  } as Readonly<Record<string, string>>,
  players: (least: number, most: number) => (least === most ? `${most} players` : `${least} to ${most} players`),
  minutes: (least: number, most: number) => (least === most ? `about ${most} minutes` : `${least} to ${most} minutes`),
  whom: 'With whom',
  ways: { bots: 'Bots', friends: 'Friends, by a link', people: 'People here' },
  begin: { bots: 'Play', friends: 'Get the link', people: 'Find a table' },
  waysAbout: {
    bots: 'It begins at once. You may stop, and go on later.',
    friends: 'No other person can come in. The match begins when your friends have opened the link.',
    people:
      'You sit down with people who wait, first with people who play about as well as you. If no player comes, bots take the free seats: the table says when.',
  },
  howMany: { bots: 'How many bots', friends: 'How many friends', people: 'How many others' },
  level: 'How strong',
  length: 'How long',
  more: 'More choices: rules, clock, privacy',
  /** Matches of other people. */
  waiting: 'Take a seat',
  noneWait: 'No table is waiting for players just now. Open a table: people who come to this page see it here.',
  openTable: 'Open a table',
  running: 'Being played now',
  allOf: (n: number) => `Show all ${n}`,
  mine: 'Your last matches',
  elsewhere: 'At other hosts',
  elsewhereAbout:
    'Where a host lists this one too, you play there under your name from here, if you have chosen one. Ratings stay apart.',
};

const ES: typeof EN = {
  lead: 'Un juego de mesa de tribus aztecas, de dos a seis personas. Guía a la tuya por el calendario, gana batallas, alimenta a dos dioses hambrientos y ten más calaveras que nadie cuando acabe el mundo.',
  play: 'Jugar',
  change: 'Cambiar',
  learn: 'Aprender en cinco minutos',
  puzzle: 'Acertijo del día',
  watch: 'Ver una partida',
  noneYet: 'Aquí todavía no se ha jugado ninguna partida hasta el final. El tablero te muestra una grabada.',
  joinOne: (host, game) => (host === '' ? `Entrar en una partida de ${game}` : `Jugar con ${host}: ${game}`),
  against: (bots, level) => `contra ${bots === 1 ? '1 bot' : `${bots} bots`}, ${level}`,
  withFriends: (n) => (n === 1 ? 'con un amigo' : `con ${n} amigos`),
  withPeople: (n) => (n === 1 ? 'con alguien de aquí' : `con ${n} personas de aquí`),
  board: {
    recorded: (game) => `Una partida grabada de ${game}, entre bots`,
    live: (names, game) => `Se juega ahora: ${game}, ${names}`,
    pause: 'Detener',
    goOn: 'Dejar que siga',
  },
  games: 'Elige un juego',
  feelings: {
    'flower-war': 'Asaltos, dioses hambrientos y un mundo que se acaba: ruidoso, rápido y algo cruel.',
    mexica: 'Una carrera por tres signos. Haces planes, devuelves golpes y temes la inundación.',
    'flower-war-early': 'La antigua guerra florida: más lenta, con planes más hondos y sacrificios más duros.',
    'space-aztecs':
      'Levanta una ciudad y agáchate cuando lleguen los platillos. Todos eligen a la vez: rápido y astuto.',
    tieqchieq: 'Cuatro monedas al aire, doce fichas y un camino a casa. Se aprende en un minuto.',
  },
  players: (least, most) => (least === most ? `${most} jugadores` : `de ${least} a ${most} jugadores`),
  minutes: (least, most) => (least === most ? `unos ${most} minutos` : `de ${least} a ${most} minutos`),
  whom: 'Con quién',
  ways: { bots: 'Bots', friends: 'Amigos, con un enlace', people: 'Gente de aquí' },
  begin: { bots: 'Jugar', friends: 'Obtener el enlace', people: 'Buscar mesa' },
  waysAbout: {
    bots: 'Empieza enseguida. Puedes dejarla y seguir después.',
    friends: 'No puede entrar nadie más. La partida empieza cuando tus amigos hayan abierto el enlace.',
    people:
      'Te sientas con quienes esperan, primero con quienes juegan más o menos como tú. Si no viene nadie, los bots ocupan los asientos libres: la mesa dice cuándo.',
  },
  howMany: { bots: 'Cuántos bots', friends: 'Cuántos amigos', people: 'Cuántos más' },
  level: 'Qué nivel',
  length: 'Qué duración',
  more: 'Más opciones: reglas, reloj, privacidad',
  waiting: 'Toma asiento',
  noneWait: 'Nadie espera jugadores en este momento. Abre una mesa: quien llegue a esta página la verá aquí.',
  openTable: 'Abrir una mesa',
  running: 'Se juegan ahora',
  allOf: (n) => `Mostrar las ${n}`,
  mine: 'Tus últimas partidas',
  elsewhere: 'En otros servidores',
  elsewhereAbout:
    'Si ese servidor también muestra este, allí juegas con tu nombre de aquí, si has elegido uno. Las puntuaciones van aparte.',
};

export const LOBBY = { of: 'lobby', en: EN, es: ES };
