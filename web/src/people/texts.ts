/** What the pages about players say, and the ways in. */
const EN = {
  player: {
    title: 'A player',
    none: 'This address names no player. Choose one in a match, or among the best players.',
    ratings: 'Ratings',
    ownedBy: 'A bot of',
    atHome: 'At home at',
    noRatings: 'No rated match yet. A match counts if people alone play it, from beginning to end.',
    edition: 'Edition',
    rating: 'Rating',
    matches: 'Matches',
    provisional: 'not sure yet',
    sure: 'The true strength nearly always lies within ±.',
    played: 'Public matches',
    nonePlayed: 'No public match yet.',
    titles: 'Titles',
  },
  season: {
    quarter: (n: number, year: string) => `Quarter ${n} of ${year}`,
    points: 'Points',
    none: (fewest: number) => `No player has ${fewest} rated matches in this season yet. Be the first.`,
    off: 'This server has no seasons.',
    about: (fewest: number) =>
      `All begin a season anew. Points are what a player surely reaches by the matches of the season, from ${fewest} matches on.`,
    before: 'The season before',
    today: 'The season of today',
    place: (place: number, season: string) => `Place ${place}, ${season}`,
  },
  best: {
    tournaments: 'Tournaments',
    league: 'The league of bots',
    channel: 'On the big screen',
    title: 'The best players',
    about: 'A match counts if people alone play it, from beginning to end.',
    game: 'Game',
    edition: 'Edition',
    place: 'Place',
    player: 'Player',
    more: 'More players',
    by: 'Ordered by',
    orders: { rating: 'Results', skill: 'Skill', season: 'Season', mixed: 'With bots', bots: 'Bots' },
    skill: 'Skill',
    skillAbout:
      'How much less of a victory the choices of a match cost than those of all players. The order is that of what each player surely reaches.',
    none: 'No player has played enough rated matches in this edition yet. Be the first.',
  },
  luck: {
    title: 'Luck and skill',
    luck: {
      more: (mean: string, within: string) => `Luck ${mean} a match (± ${within}): more than chance usually gives.`,
      less: (mean: string, within: string) => `Luck ${mean} a match (± ${within}): less than chance usually gives.`,
      even: (mean: string, within: string) => `Luck ${mean} a match (± ${within}): within what chance gives.`,
    },
    own: {
      more: (own: string, within: string, all: string) =>
        `Choices cost ${own} a match (± ${within}): surely less than those of all players, ${all}.`,
      less: (own: string, within: string, all: string) =>
        `Choices cost ${own} a match (± ${within}): surely more than those of all players, ${all}.`,
      even: (own: string, within: string, all: string) =>
        `Choices cost ${own} a match (± ${within}). Those of all players cost ${all}: which is more cannot be told.`,
    },
    matches: (matches: string) => `In ${matches} matches.`,
    few: (matches: string, enough: string) => `Not enough to tell: ${matches} of the ${enough} matches that it takes.`,
    about:
      'In percent of a victory, over rated matches with the usual rules and number of seats. The truth nearly always lies within ±.',
  },
  gate: {
    title: 'Come in',
    about: 'New players come to this server by an invitation of its host.',
    closed: 'This server takes no guests.',
    invitation: 'The code of your invitation:',
    enter: 'Come in',
    before: 'You have played here before?',
    over: 'You are signed out here',
    overAbout:
      'The server has ended this sign-in: all devices were signed out, this one was, the player was deleted, or it was not used for 90 days. Sign in again as the player you were.',
    anew: 'Or begin anew',
    anewAbout: 'You are another player then. The player you were stays with all matches, if it was not deleted.',
    asGuest: 'Begin as a new guest',
  },
  provider: {
    title: 'Sign in',
    failed: 'You are not signed in',
    about: 'You will be the same player on each device, without any code.',
    reasons: {
      expired: 'This sign-in is over, was done before, or was begun in another browser. Begin anew here.',
      denied: 'The provider did not let you in, or you stopped there. Begin anew if you want to.',
      unreachable: 'The provider does not answer. Try again in some minutes, or use a passkey or a code.',
      provider: 'The provider reports a mistake. Begin anew. If it comes again, tell the host of this server.',
      untrusted:
        'The answer of the provider does not prove who you are. Begin anew. If it comes again, tell the host of this server.',
    } as Readonly<Record<string, string>>,
  },
};

const ES: typeof EN = {
  player: {
    title: 'Un jugador',
    none: 'Esta dirección no nombra a ningún jugador. Elige uno en una partida o entre los mejores jugadores.',
    ratings: 'Puntuaciones',
    ownedBy: 'Un bot de',
    atHome: 'Viene de',
    noRatings:
      'Todavía ninguna partida con puntuación. Cuenta la partida que juegan solo personas, de principio a fin.',
    edition: 'Edición',
    rating: 'Puntuación',
    matches: 'Partidas',
    provisional: 'aún no es seguro',
    sure: 'La fuerza verdadera está casi siempre dentro de ±.',
    played: 'Partidas públicas',
    nonePlayed: 'Todavía ninguna partida pública.',
    titles: 'Títulos',
  },
  season: {
    quarter: (n: number, year: string) => `Trimestre ${n} de ${year}`,
    points: 'Puntos',
    none: (fewest: number) =>
      `Ningún jugador tiene todavía ${fewest} partidas con puntuación en esta temporada. Sé el primero.`,
    off: 'Este servidor no tiene temporadas.',
    about: (fewest: number) =>
      `Todos empiezan la temporada de nuevo. Los puntos son lo que un jugador alcanza con seguridad por las partidas de la temporada, a partir de ${fewest} partidas.`,
    before: 'La temporada anterior',
    today: 'La temporada de hoy',
    place: (place: number, season: string) => `Puesto ${place}, ${season}`,
  },
  best: {
    tournaments: 'Torneos',
    league: 'La liga de los bots',
    channel: 'En la pantalla grande',
    title: 'Los mejores jugadores',
    about: 'Cuenta la partida que juegan solo personas, de principio a fin.',
    game: 'Juego',
    edition: 'Edición',
    place: 'Puesto',
    player: 'Jugador',
    more: 'Más jugadores',
    by: 'En orden de',
    orders: { rating: 'Resultados', skill: 'Juego', season: 'Temporada', mixed: 'Con bots', bots: 'Bots' },
    skill: 'Juego',
    skillAbout:
      'Cuánto menos de una victoria cuestan las jugadas de una partida que las de todos los jugadores. El orden es el de lo que cada uno alcanza con seguridad.',
    none: 'Ningún jugador ha jugado todavía bastantes partidas con puntuación en esta edición. Sé el primero.',
  },
  luck: {
    title: 'Suerte y juego',
    luck: {
      more: (mean, within) => `Suerte ${mean} por partida (± ${within}): más de la que suele dar el azar.`,
      less: (mean, within) => `Suerte ${mean} por partida (± ${within}): menos de la que suele dar el azar.`,
      even: (mean, within) => `Suerte ${mean} por partida (± ${within}): dentro de lo que da el azar.`,
    },
    own: {
      more: (own, within, all) =>
        `Sus jugadas costaron ${own} por partida (± ${within}): seguro que menos que las de todos los jugadores, ${all}.`,
      less: (own, within, all) =>
        `Sus jugadas costaron ${own} por partida (± ${within}): seguro que más que las de todos los jugadores, ${all}.`,
      even: (own, within, all) =>
        `Sus jugadas costaron ${own} por partida (± ${within}). Las de todos los jugadores cuestan ${all}: no se puede decir cuál es más.`,
    },
    matches: (matches) => `En ${matches} partidas.`,
    few: (matches, enough) => `No basta para decirlo: ${matches} de las ${enough} partidas que hacen falta.`,
    about:
      'En porcentaje de una victoria, en partidas con puntuación que tienen las reglas y el número de jugadores habituales. La verdad está casi siempre dentro de ±.',
  },
  gate: {
    title: 'Entrar',
    about: 'Los jugadores nuevos entran en este servidor con una invitación de su anfitrión.',
    closed: 'Este servidor no admite invitados.',
    invitation: 'El código de tu invitación:',
    enter: 'Entrar',
    before: '¿Ya has jugado aquí?',
    over: 'Aquí ya no has iniciado sesión',
    overAbout:
      'El servidor ha cerrado esta sesión: se cerró en todos los dispositivos o en este, se borró el jugador, o no se usó en 90 días. Vuelve a entrar como el jugador que eras.',
    anew: 'O empieza de nuevo',
    anewAbout: 'Entonces serás otro jugador. El jugador que eras sigue ahí con todas sus partidas, si no se borró.',
    asGuest: 'Empezar como invitado nuevo',
  },
  provider: {
    title: 'Entrar',
    failed: 'No has entrado',
    about: 'Serás el mismo jugador en cada dispositivo, sin ningún código.',
    reasons: {
      expired: 'Esta entrada ha vencido, ya se usó o se empezó en otro navegador. Empieza aquí de nuevo.',
      denied: 'El proveedor no te ha dejado entrar, o lo has dejado allí. Empieza de nuevo si quieres.',
      unreachable: 'El proveedor no responde. Inténtalo en unos minutos, o usa una llave de acceso o un código.',
      provider: 'El proveedor comunica un error. Empieza de nuevo. Si se repite, díselo al anfitrión de este servidor.',
      untrusted:
        'La respuesta del proveedor no demuestra quién eres. Empieza de nuevo. Si se repite, díselo al anfitrión de este servidor.',
    },
  },
};

export const PLAYER = { of: 'people.player', en: EN.player, es: ES.player };
export const SEASON = { of: 'people.season', en: EN.season, es: ES.season };
export const BEST = { of: 'people.best', en: EN.best, es: ES.best };
export const LUCK = { of: 'people.luck', en: EN.luck, es: ES.luck };
export const GATE = { of: 'people.gate', en: EN.gate, es: ES.gate };
export const PROVIDER = { of: 'people.provider', en: EN.provider, es: ES.provider };

export const REPORT = {
  of: 'report',
  en: {
    title: 'Tell the host about this player',
    about: 'The host of this server reads it, and decides what to do. The player does not learn that it was you.',
    why: 'What is wrong',
    reasons: { name: 'the name', abuse: 'how they talk', cheating: 'cheating', other: 'something else' },
    text: 'What happened, and in which match',
    send: 'Send it',
    sent: 'The host has it. If you want to read nothing more from this player in a match, hide what they say there.',
  },
  es: {
    title: 'Avisar al anfitrión sobre este jugador',
    about: 'El anfitrión de este servidor lo lee y decide qué hacer. El jugador no sabrá que fuiste tú.',
    why: 'Qué está mal',
    reasons: { name: 'el nombre', abuse: 'cómo habla', cheating: 'trampas', other: 'otra cosa' },
    text: 'Qué pasó y en qué partida',
    send: 'Enviar',
    sent: 'El anfitrión lo tiene. Si no quieres leer más a este jugador en una partida, siléncialo allí.',
  },
};

/** What a person has chosen about other players. */
export const TIES = {
  of: 'ties',
  en: {
    title: 'People',
    none: 'You follow no player yet. On the page of a player you can.',
    lists: { follows: 'You follow', followers: 'They follow you', blocks: 'You have blocked' },
    follow: 'Follow',
    unfollow: 'Follow no longer',
    friend: 'a friend: you follow each other',
    challenge: 'Challenge to a match',
    challenges: 'Challenges',
    states: { open: 'waits for an answer', accepted: 'accepted', declined: 'declined', expired: 'no answer came' },
    reasons: { later: 'Not now', settings: 'Other settings, please', no: 'No, thank you' },
    toTable: 'To the table',
    accept: 'Accept',
    withdraw: 'Take it back',
    online: 'online',
    showsOnline: 'Friends see when I am online',
    block: 'Block this player',
    blockNow: 'Block',
    blockAbout:
      'You two never sit at one table again, and you do not read what this player says. Matches that have begun go on. The player does not learn of it.',
    blocked: 'You have blocked this player.',
    unblock: 'Lift the block',
    now: { none: 'Done.', follow: 'You follow this player.', block: 'You have blocked this player.' },
  },
  es: {
    title: 'Personas',
    none: 'Todavía no sigues a ningún jugador. Puedes hacerlo en la página de un jugador.',
    lists: { follows: 'Sigues a', followers: 'Te siguen', blocks: 'Has bloqueado a' },
    follow: 'Seguir',
    unfollow: 'Dejar de seguir',
    friend: 'amistad: se siguen mutuamente',
    challenge: 'Retar a una partida',
    challenges: 'Retos',
    states: { open: 'espera respuesta', accepted: 'aceptado', declined: 'rechazado', expired: 'no hubo respuesta' },
    reasons: { later: 'Ahora no', settings: 'Con otros ajustes, por favor', no: 'No, gracias' },
    toTable: 'A la mesa',
    accept: 'Aceptar',
    withdraw: 'Retirarlo',
    online: 'en línea',
    showsOnline: 'Mis amistades ven cuándo estoy en línea',
    block: 'Bloquear a este jugador',
    blockNow: 'Bloquear',
    blockAbout:
      'Ustedes dos no vuelven a sentarse a la misma mesa, y no lees lo que dice. Las partidas que ya han empezado siguen. El jugador no se entera.',
    blocked: 'Has bloqueado a este jugador.',
    unblock: 'Quitar el bloqueo',
    now: { none: 'Hecho.', follow: 'Sigues a este jugador.', block: 'Has bloqueado a este jugador.' },
  },
};

/** What was done about a player, as the player reads it, and moderators too. */
export const PENALTIES = {
  of: 'penalties',
  en: {
    title: 'What was done about you',
    toOrder: 'Order: reports and penalties',
    kinds: { mute: 'No talk with others', ban: 'Banned', rename: 'The name was taken away' },
    reasons: {
      abuse: 'insults or threats',
      spam: 'the same again and again',
      name: 'a name that does not fit here',
      cheating: 'cheating',
      stalling: 'letting others wait',
      other: 'another rule',
    },
    givers: { operator: 'the host of the server', moderator: 'a moderator', home: 'your host at home' },
    by: (giver: string, at: string) => `by ${giver}, ${at}`,
    until: (at: string) => `until ${at}`,
    forEver: 'without an end',
    over: 'over',
    oldName: (name: string) => `The name was: ${name}`,
    answered: 'The answer:',
    answer: 'Answer',
    answerAbout: 'You can answer once. The moderators and the host read it.',
    outcomes: { kept: 'It was read, and stays as it is.', lifted: 'It was lifted.', shortened: 'It was shortened.' },
  },
  es: {
    title: 'Lo que se hizo contigo',
    toOrder: 'Orden: reportes y sanciones',
    kinds: { mute: 'Sin hablar con otros', ban: 'Vetado', rename: 'Se quitó el nombre' },
    reasons: {
      abuse: 'insultos o amenazas',
      spam: 'lo mismo una y otra vez',
      name: 'un nombre que aquí no cabe',
      cheating: 'trampas',
      stalling: 'hacer esperar a otros',
      other: 'otra regla',
    },
    givers: { operator: 'el anfitrión del servidor', moderator: 'un moderador', home: 'tu servidor de origen' },
    by: (giver: string, at: string) => `por ${giver}, ${at}`,
    until: (at: string) => `hasta ${at}`,
    forEver: 'sin fin',
    over: 'terminado',
    oldName: (name: string) => `El nombre era: ${name}`,
    answered: 'La respuesta:',
    answer: 'Responder',
    answerAbout: 'Puedes responder una vez. Lo leen los moderadores y el anfitrión.',
    outcomes: { kept: 'Se leyó, y queda como está.', lifted: 'Se levantó.', shortened: 'Se acortó.' },
  },
};
