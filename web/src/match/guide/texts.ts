import type { EventOf, GameId, PartsOf } from '@flower-war/client';

/** By what happened: what is explained when it happens for the first time. What is missing here needs no explanation. */
type Notes = { readonly [G in GameId]: Readonly<Partial<Record<EventOf<G>['kind'], string>>> };

/** By the verb of a move: what a player looks at before choosing it. `deal` is to pick a card for a player, not one to give up. */
type Looks = Readonly<Record<PartsOf<GameId>['verb'] | 'deal', string>>;

interface GuideTexts {
  readonly title: string;
  readonly understood: string;
  readonly next: (more: number) => string;
  readonly all: string;
  readonly off: string;
  readonly ask: string;
  readonly would: (sentence: string) => string;
  readonly notNow: string;
  readonly notes: Notes;
  readonly looks: Looks;
}

const RING_EN = {
  rolled: 'The die says how many days you go forward. You take a skull where you stop.',
  sacrificed: 'An offering stays in the temple for good and counts for its god. It may bring a card of that god.',
  'card-drawn': 'Cards stay hidden in the hand. Each says when you may play it and what it costs.',
  'card-played': 'A played card does what it says at once. Tap a card to read it.',
  challenged: 'Who arrives on a day fights each player who stands there. The higher roll wins, and the loser pays.',
  'trap-sprung': 'A trap lies on top of the pile of a day, and strikes each other player who arrives there.',
  apocalypse: 'The end has begun: a countdown runs in the turns of one player. What you hold at its end decides.',
  forestalled: 'While both gods have equally many offerings, the countdown stands still.',
};

const RING_ES = {
  rolled: 'El dado dice cuántos días avanzas. Donde te paras tomas una calavera.',
  sacrificed:
    'Una ofrenda se queda en el templo para siempre y cuenta para su dios. Puede traer una carta de ese dios.',
  'card-drawn': 'Las cartas quedan ocultas en la mano. Cada una dice cuándo se puede jugar y cuánto cuesta.',
  'card-played': 'Una carta jugada hace enseguida lo que dice. Toca una carta para leerla.',
  challenged: 'Quien llega a un día lucha con cada jugador que está ahí. Gana la tirada más alta, y quien pierde paga.',
  'trap-sprung': 'Una trampa está encima del montón de un día, y golpea a cada otro jugador que llega.',
  apocalypse:
    'El fin ha empezado: corre una cuenta regresiva en los turnos de un jugador. Decide lo que tengas cuando acabe.',
  forestalled: 'Mientras los dos dioses tengan igual número de ofrendas, la cuenta regresiva se detiene.',
};

const EN: GuideTexts = {
  title: 'New to you',
  understood: 'Got it',
  next: (more) => `Next (${more} more)`,
  all: 'The whole explanation',
  off: 'No more explanations',
  ask: 'What would a strong player look at?',
  would: (sentence) => `A strong player would look at: ${sentence}`,
  notNow: 'The strong player is busy. Ask again in a moment.',
  notes: {
    'flower-war': {
      ...RING_EN,
      'disc-taken':
        'Who takes the last skull of a day gets its calendar disc. Discs bring omens, and the end of the match.',
      'omens-woke': 'An omen changes a rule for all players until the end of the match. Tap its day to read it.',
      'ending-fixed': 'The offerings have decided which god strikes until the end of the match.',
    },
    mexica: {
      ...RING_EN,
      rolled: 'The die says how many days you go forward. You collect a token where you stop.',
      'card-drawn': 'Cards stay hidden in the hand. Each says when you may play it, and playing it costs nothing.',
      apocalypse: 'The end has begun: a countdown runs. A player who gets three signs before it ends still wins.',
      'week-taken':
        'Who takes the last token of a day gets its week card. It helps its holder, and visitors pay tribute.',
      'event-revealed': 'Some cards are events: they wait, and come into force by themselves.',
      'ending-fixed': 'The offerings have decided how the world ends, unless a player has three signs before.',
    },
    'space-aztecs': {
      announced:
        'All show the times of their cards. The earliest card is revealed first, and its player starts the next round.',
      revealed: 'A revealed card goes into the city of its player, where all see it.',
      sheltered: 'Aztecs under a temple of their colour are safe from flying saucers.',
      captured: 'A flying saucer takes one Aztec of its colour that lies open in each other city.',
    },
    tieqchieq: {
      tossed: 'The heads of four coins say how many squares one of your tokens goes.',
      introduced:
        'A token that was in reserve is on the board now. It can be attacked in the lane, where both players go.',
      fought: 'Two coins decide a fight. The attacker loses only if both show the colour of the defender.',
      captured: 'A captured token goes back to the reserve of its player.',
      'extra-turn': 'A ring or a sun lets the player toss again.',
    },
  },
  looks: {
    roll: 'Look at which days lie up to six ahead, and who stands there.',
    pass: 'Look at what the cards still do for you later: a card that you keep costs nothing now.',
    tonantzin: 'Look at how many you keep after the gift, and how much a Day card helps.',
    skull: 'Look at what you need more: skulls or cards.',
    draw: 'Look at the cards that this deck can bring: the list of cards has them all.',
    decline: 'Look at what taking it would set off.',
    discard: 'Look for the card that will help you least.',
    take: 'Look at what it brings, and at what it brings nearer.',
    done: 'Look at what you keep: what you have not spent counts for you later.',
    end: 'Look at your cards once more: one that helps now may help less later.',
    go: 'Look at the days that still hold much, and at who stands there.',
    cancel: 'Look for the omen that helps the others more than you.',
    step: 'Look at what lies on the day where you arrive.',
    extra: 'Look at what lies on each day that you can reach.',
    give: 'Look at who comes to this day next.',
    attack: 'Look at who has something to lose, and at your battle cards.',
    fight: 'Look at who has something to lose, and at your battle cards.',
    play: 'Look at what the card changes now, and for whom.',
    pick: 'Look for the card that you can best do without.',
    deal: 'Look at who gets which card, and keep the one that helps you most.',
    offer: 'Look at which god is behind, at what its cards can do, and at how much you keep.',
    claim: 'Look at the cards that each deck can bring: the list of cards has them all.',
    'take-card': 'Look for the card that you can play soonest.',
    choose: 'Look at what each choice gives you, and what it leaves to the others.',
    hide: 'Look at which saucers can still come for its colour.',
    show: 'Look at which saucers can still come for its colour.',
    capture: 'Look for the Aztec that its city misses most.',
    toss: 'Look at your tokens: which could be hit?',
    introduce: 'Look at how many tokens still wait, and at what another token could do with this toss.',
    move: 'Look at which squares are safe, where you can hit, and which marks toss again.',
    stay: 'Look at which of the two squares is safer.',
  },
};

const ES: GuideTexts = {
  title: 'Nuevo para ti',
  understood: 'Entendido',
  next: (more) => `Siguiente (${more} más)`,
  all: 'Toda la explicación',
  off: 'No más explicaciones',
  ask: '¿Qué miraría alguien que juega fuerte?',
  would: (sentence) => `Alguien que juega fuerte miraría: ${sentence}`,
  notNow: 'El jugador fuerte está ocupado. Pregunta otra vez en un momento.',
  notes: {
    'flower-war': {
      ...RING_ES,
      'disc-taken':
        'Quien toma la última calavera de un día recibe su disco del calendario. Los discos traen presagios, y el fin de la partida.',
      'omens-woke': 'Un presagio cambia una regla para todos hasta el fin de la partida. Toca su día para leerlo.',
      'ending-fixed': 'Las ofrendas han decidido qué dios golpea hasta el fin de la partida.',
    },
    mexica: {
      ...RING_ES,
      rolled: 'El dado dice cuántos días avanzas. Donde te paras recoges una ficha.',
      'card-drawn':
        'Las cartas quedan ocultas en la mano. Cada una dice cuándo se puede jugar, y jugarla no cuesta nada.',
      apocalypse:
        'El fin ha empezado: corre una cuenta regresiva. Quien reúne tres signos antes de que acabe todavía gana.',
      'week-taken':
        'Quien toma la última ficha de un día recibe su carta de semana. Ayuda a quien la tiene, y las visitas pagan tributo.',
      'event-revealed': 'Algunas cartas son sucesos: esperan, y entran en vigor por sí solas.',
      'ending-fixed': 'Las ofrendas han decidido cómo acaba el mundo, si nadie tiene antes tres signos.',
    },
    'space-aztecs': {
      announced:
        'Todos muestran las horas de sus cartas. La más temprana se revela primero, y su jugador empieza la ronda siguiente.',
      revealed: 'Una carta revelada va a la ciudad de su jugador, donde todos la ven.',
      sheltered: 'Los aztecas bajo un templo de su color están a salvo de los platillos voladores.',
      captured: 'Un platillo volador se lleva un azteca de su color que esté a la vista en cada otra ciudad.',
    },
    tieqchieq: {
      tossed: 'Las caras de cuatro monedas dicen cuántas casillas avanza una de tus fichas.',
      introduced:
        'Una ficha que estaba en reserva está ahora en el tablero. La pueden atacar en el tramo que comparten los dos.',
      fought: 'Dos monedas deciden una lucha. Quien ataca solo pierde si las dos muestran el color de quien defiende.',
      captured: 'Una ficha capturada vuelve a la reserva de su jugador.',
      'extra-turn': 'Un anillo o un sol deja lanzar otra vez.',
    },
  },
  looks: {
    roll: 'Mira qué días hay hasta seis más adelante, y quién está ahí.',
    pass: 'Mira qué harán tus cartas más tarde: una carta que guardas no cuesta nada ahora.',
    tonantzin: 'Mira cuánto te queda tras la ofrenda, y cuánto ayuda una carta de Día.',
    skull: 'Mira qué necesitas más: calaveras o cartas.',
    draw: 'Mira qué cartas puede traer este mazo: la lista de cartas las tiene todas.',
    decline: 'Mira qué pondría en marcha si lo tomas.',
    discard: 'Busca la carta que menos te ayudará.',
    take: 'Mira qué trae, y qué acerca.',
    done: 'Mira qué guardas: lo que no has gastado cuenta para ti más tarde.',
    end: 'Mira tus cartas otra vez: una que ayuda ahora quizá ayude menos después.',
    go: 'Mira los días donde queda mucho, y quién está ahí.',
    cancel: 'Busca el presagio que ayuda más a los otros que a ti.',
    step: 'Mira qué hay en el día al que llegas.',
    extra: 'Mira qué hay en cada día al que puedes llegar.',
    give: 'Mira quién llega después a este día.',
    attack: 'Mira quién tiene algo que perder, y tus cartas de batalla.',
    fight: 'Mira quién tiene algo que perder, y tus cartas de batalla.',
    play: 'Mira qué cambia la carta ahora, y para quién.',
    pick: 'Busca la carta de la que mejor puedes prescindir.',
    deal: 'Mira quién recibe cada carta, y quédate con la que más te ayude.',
    offer: 'Mira qué dios va detrás, qué pueden hacer sus cartas y cuánto te queda.',
    claim: 'Mira qué cartas puede traer cada mazo: la lista de cartas las tiene todas.',
    'take-card': 'Busca la carta que antes puedas jugar.',
    choose: 'Mira qué te da cada opción, y qué deja a los otros.',
    hide: 'Mira qué platillos pueden venir todavía por su color.',
    show: 'Mira qué platillos pueden venir todavía por su color.',
    capture: 'Busca el azteca que más falta hace a su ciudad.',
    toss: 'Mira tus fichas: ¿cuál podría caer?',
    introduce: 'Mira cuántas fichas esperan todavía, y qué podría hacer otra ficha con este lanzamiento.',
    move: 'Mira qué casillas son seguras, dónde puedes golpear y qué marcas dejan lanzar otra vez.',
    stay: 'Mira cuál de las dos casillas es más segura.',
  },
};

export const GUIDE_TEXTS = { of: 'guide', en: EN, es: ES };

/** What a player looks at before choosing this move; empty for a move that this page does not know. */
export function lookAt(looks: Looks, { verb, use }: { readonly verb: string; readonly use?: unknown }): string {
  const about = use === 'deal' ? use : verb;
  return Object.hasOwn(looks, about) ? looks[about as keyof Looks] : '';
}
