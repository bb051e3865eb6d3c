/** What is said about the end of a match, in each language. Languages that are a file have these texts under `ending`. */

/** What is counted for each seat. */
export type FactId =
  | 'battles'
  | 'war'
  | 'rain'
  | 'played'
  | 'discs'
  | 'weeks'
  | 'gathered'
  | 'sheltered'
  | 'captured'
  | 'fights'
  | 'again';

/** One of the moments that decided. */
export interface Turning {
  readonly step: number;
  /** Its place in the course. */
  readonly index: number;
  readonly text: string;
  /** How the standings changed: `East 3 → 5, West 4 → 3`. */
  readonly change: string;
}

/** What sentences about the end may ask. What did not happen is absent. */
export interface EndFacts {
  readonly winner: string;
  readonly hasWinner: boolean;
  readonly quitter: string;
  readonly round: number;
  /** How many steps the countdown went, and how often it stood still. */
  readonly counted: number;
  readonly still: number;
  /** Where the apocalypse began, in whose turn, and by the disc of which day. */
  readonly began?: { readonly round: number; readonly who: string; readonly day?: string };
  readonly ending?: string;
}

interface LeadFacts {
  /** Who was ahead first, and who last. */
  readonly first: string;
  readonly last: string;
  /** The step from which the last one was ahead, and the number of steps. */
  readonly from: number;
  readonly of: number;
  readonly changes: number;
  /** At the end several stood first. */
  readonly isLevel: boolean;
}

export interface EndingTexts {
  /** By the reason of the result. A reason that is missing is told in its usual words. */
  readonly why: Readonly<Record<string, (facts: EndFacts) => string>>;
  readonly lead: (facts: LeadFacts) => string;
  /** A moment that decided, and how it changed the standings. */
  readonly step: (number: number, change: string) => string;
  readonly decided: (steps: string) => string;
  /** Nothing that was told happened in the step. */
  readonly unseen: string;
  /** What the reader did, what another seat did more often, and what that is good for. */
  readonly facts: Readonly<Record<FactId, (own: number, who: string, others: number) => string>>;
}

const sentences = (...all: readonly (string | false | undefined)[]): string => all.filter(Boolean).join(' ');

const times = (n: number): string => ['never', 'once', 'twice'][n] ?? `${n} times`;

const ENDINGS_EN: Readonly<Record<string, string>> = {
  flood: 'Before the end Tlaloc sent the flood, so the days gave nothing more.',
  invasion: 'Before the end Cortés invaded.',
  war: 'Before the end war came, and it cost tokens.',
};

const beganEn = ({ began, still }: EndFacts): string =>
  sentences(
    began &&
      (began.day === undefined
        ? `The apocalypse began in round ${began.round}, in the turn of ${began.who}.`
        : `The apocalypse began in round ${began.round}, when ${began.who} took the calendar disc of ${began.day}.`),
    still > 0 && `The countdown stood still ${times(still)}, because the gods were level.`,
  );

const unwonEn = ({ hasWinner }: EndFacts): string =>
  hasWinner
    ? 'At the end no player had three signs, so signs, week cards and tokens decided.'
    : 'At the end no player had three signs, so no player wins.';

const EN: EndingTexts = {
  why: {
    countdown: (facts) =>
      sentences(
        `The countdown of the apocalypse ran out in round ${facts.round}.`,
        beganEn(facts),
        ENDINGS_EN[facts.ending ?? ''],
      ),
    flood: (facts) => sentences(`The countdown ran out, and the flood took the world.`, beganEn(facts), unwonEn(facts)),
    war: (facts) => sentences(`The countdown ran out, and the war took the world.`, beganEn(facts), unwonEn(facts)),
    'round-cap': (facts) =>
      sentences(
        `Round ${facts.round} was the last one of this match.`,
        facts.began === undefined ? 'The apocalypse had not begun.' : 'The countdown had not run out.',
      ),
    balance: () => 'Nothing was left to offer and the gods were level, so the countdown could never have run out.',
    signs: ({ winner, round }) => `${winner} had three signs in round ${round}, and three signs win at once.`,
    retired: ({ quitter, winner }) => `${quitter} gave up, and only ${winner} was left.`,
    'piles-empty': ({ round }) => `At least two piles were empty after round ${round}, and that ends the match.`,
    'saucers-landed': ({ round }) => `Enough flying saucers had landed in round ${round}, and that ends the match.`,
    'all-home': ({ winner }) => `${winner} brought the last of its tokens home.`,
    'turn-cap': () =>
      'The coins had been tossed as often as this match allows, so what counted was how far all tokens had come.',
  },
  lead: ({ first, last, from, of, changes, isLevel }) =>
    sentences(
      changes === 0
        ? `${first} was the only one ever in front, first after step ${from} of ${of}.`
        : `${first} was in front first. The lead changed ${times(changes)}; ${last} took it for the last time in step ${from} of ${of}.`,
      isLevel && 'At the end several stood first.',
    ),
  step: (number, change) => `step ${number} (${change})`,
  decided: (steps) => `What decided: ${steps}.`,
  unseen: 'Something happened that this place at the table does not show.',
  facts: {
    battles: (own, who, others) =>
      `You won ${own === 0 ? 'no battle' : own === 1 ? '1 battle' : `${own} battles`}; ${who} won ${others}. You fight the tribe that stands where you arrive: keep battle cards for it.`,
    war: (own, who, others) =>
      `You offered to Huitzilopochtli ${times(own)}; ${who} ${times(others)}. Each offering may bring you a War card.`,
    rain: (own, who, others) =>
      `You offered to Tlaloc ${times(own)}; ${who} ${times(others)}. Each offering may bring you a Rain card.`,
    played: (own, who, others) =>
      `You played ${own === 0 ? 'no card' : own === 1 ? '1 card' : `${own} cards`}; ${who} played ${others}. A card that helps now is worth more on the table than in the hand.`,
    discs: (own, who, others) =>
      `You took ${own === 0 ? 'no disc' : own === 1 ? '1 disc' : `${own} discs`}; ${who} took ${others}. The last skull of a day brings its disc.`,
    weeks: (own, who, others) =>
      `You took ${own === 0 ? 'no week card' : own === 1 ? '1 week card' : `${own} week cards`}; ${who} took ${others}. The last token of a day brings its week card.`,
    gathered: (own, who, others) =>
      `You gathered ${own} from the days; ${who} gathered ${others}. Cards that move you let you choose a day where much still lies.`,
    sheltered: (own, who, others) =>
      `You brought ${own === 1 ? '1 Aztec' : `${own} Aztecs`} under temples; ${who} ${others}. Under a temple no saucer captures them.`,
    captured: (own, who, others) =>
      `Your saucers captured ${own === 1 ? '1 Aztec' : `${own} Aztecs`}; those of ${who} ${others}. A saucer is worth most while many of its colour lie open.`,
    fights: (own, who, others) =>
      `You won ${own === 0 ? 'no fight' : own === 1 ? '1 fight' : `${own} fights`} by attacking; ${who} won ${others}. The attacker loses only if both coins show the colour of the defender.`,
    again: (own, who, others) =>
      `You earned another toss ${times(own)}; ${who} ${times(others)}. Rings and suns let you toss again.`,
  },
};

const veces = (n: number): string => (n === 0 ? 'nunca' : n === 1 ? 'una vez' : n === 2 ? 'dos veces' : `${n} veces`);

const ENDINGS_ES: Readonly<Record<string, string>> = {
  flood: 'Antes del final Tláloc envió el diluvio, así que los días ya no daban nada.',
  invasion: 'Antes del final Cortés invadió.',
  war: 'Antes del final llegó la guerra, que costaba fichas.',
};

const beganEs = ({ began, still }: EndFacts): string =>
  sentences(
    began &&
      (began.day === undefined
        ? `El apocalipsis empezó en la ronda ${began.round}, en el turno de ${began.who}.`
        : `El apocalipsis empezó en la ronda ${began.round}, cuando ${began.who} tomó el disco del calendario de ${began.day}.`),
    still > 0 && `La cuenta regresiva se detuvo ${veces(still)}, porque los dioses estaban igualados.`,
  );

const unwonEs = ({ hasWinner }: EndFacts): string =>
  hasWinner
    ? 'Al final nadie tenía tres signos, así que decidieron los signos, las cartas de semana y las fichas.'
    : 'Al final nadie tenía tres signos, así que nadie gana.';

const ES: EndingTexts = {
  why: {
    countdown: (facts) =>
      sentences(
        `La cuenta regresiva del apocalipsis se agotó en la ronda ${facts.round}.`,
        beganEs(facts),
        ENDINGS_ES[facts.ending ?? ''],
      ),
    flood: (facts) =>
      sentences('La cuenta regresiva se agotó, y el diluvio se llevó el mundo.', beganEs(facts), unwonEs(facts)),
    war: (facts) =>
      sentences('La cuenta regresiva se agotó, y la guerra se llevó el mundo.', beganEs(facts), unwonEs(facts)),
    'round-cap': (facts) =>
      sentences(
        `La ronda ${facts.round} era la última de esta partida.`,
        facts.began === undefined ? 'El apocalipsis no había empezado.' : 'La cuenta regresiva no se había agotado.',
      ),
    balance: () =>
      'Ya no quedaba nada que ofrendar y los dioses estaban igualados, así que la cuenta regresiva no se habría agotado nunca.',
    signs: ({ winner, round }) =>
      `${winner} reunió tres signos en la ronda ${round}, y con tres signos se gana al instante.`,
    retired: ({ quitter, winner }) => `${quitter} se rindió, y solo quedaba ${winner}.`,
    'piles-empty': ({ round }) =>
      `Tras la ronda ${round} había al menos dos montones vacíos, y con eso acaba la partida.`,
    'saucers-landed': ({ round }) =>
      `En la ronda ${round} ya habían aterrizado bastantes platillos voladores, y con eso acaba la partida.`,
    'all-home': ({ winner }) => `${winner} llevó a casa la última de sus fichas.`,
    'turn-cap': () =>
      'Las monedas se habían lanzado tantas veces como permite esta partida, así que contó hasta dónde habían llegado todas las fichas.',
  },
  lead: ({ first, last, from, of, changes, isLevel }) =>
    sentences(
      changes === 0
        ? `Solo ${first} estuvo en cabeza, por primera vez tras el paso ${from} de ${of}.`
        : `Primero estuvo en cabeza ${first}. La cabeza cambió ${veces(changes)}; ${last} la tomó por última vez en el paso ${from} de ${of}.`,
      isLevel && 'Al final había varios en primer lugar.',
    ),
  step: (number, change) => `paso ${number} (${change})`,
  decided: (steps) => `Lo que decidió: ${steps}.`,
  unseen: 'Pasó algo que este lugar de la mesa no muestra.',
  facts: {
    battles: (own, who, others) =>
      `Ganaste ${own === 0 ? 'cero batallas' : own === 1 ? '1 batalla' : `${own} batallas`}; ${who} ganó ${others}. Luchas con quien esté donde llegas: guarda para eso cartas de batalla.`,
    war: (own, who, others) =>
      `Hiciste ofrendas a Huitzilopochtli: ${veces(own)}; ${who}: ${veces(others)}. Cada ofrenda puede darte una carta de Guerra.`,
    rain: (own, who, others) =>
      `Hiciste ofrendas a Tláloc: ${veces(own)}; ${who}: ${veces(others)}. Cada ofrenda puede darte una carta de Lluvia.`,
    played: (own, who, others) =>
      `Jugaste ${own === 0 ? 'cero cartas' : own === 1 ? '1 carta' : `${own} cartas`}; ${who} jugó ${others}. Una carta que ayuda ahora vale más en la mesa que en la mano.`,
    discs: (own, who, others) =>
      `Tomaste ${own === 0 ? 'cero discos' : own === 1 ? '1 disco' : `${own} discos`}; ${who} tomó ${others}. La última calavera de un día trae su disco.`,
    weeks: (own, who, others) =>
      `Tomaste ${own === 0 ? 'cero cartas' : own === 1 ? '1 carta' : `${own} cartas`} de semana; ${who} tomó ${others}. La última ficha de un día trae su carta de semana.`,
    gathered: (own, who, others) =>
      `Recogiste ${own} de los días; ${who} recogió ${others}. Las cartas que te mueven te dejan elegir un día donde quede mucho.`,
    sheltered: (own, who, others) =>
      `Llevaste ${own === 1 ? '1 azteca' : `${own} aztecas`} bajo templos; ${who}, ${others}. Bajo un templo no los captura ningún platillo.`,
    captured: (own, who, others) =>
      `Tus platillos capturaron ${own === 1 ? '1 azteca' : `${own} aztecas`}; los de ${who}, ${others}. Un platillo vale más mientras haya muchos de su color a la vista.`,
    fights: (own, who, others) =>
      `Ganaste ${own === 0 ? 'cero luchas' : own === 1 ? '1 lucha' : `${own} luchas`} al atacar; ${who} ganó ${others}. Quien ataca solo pierde si las dos monedas muestran el color de quien defiende.`,
    again: (own, who, others) =>
      `Conseguiste otro lanzamiento ${veces(own)}; ${who}, ${veces(others)}. Los anillos y los soles dejan lanzar otra vez.`,
  },
};

export const ENDING = { en: EN, es: ES };
