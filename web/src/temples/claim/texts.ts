/** What the page says to people who make a temple theirs. */
const EN = {
  claim: {
    title: 'Make a temple yours',
    about: 'The name and the code stand on the label of the temple. You can also scan its square code with your phone.',
    temple: 'Name of the temple',
    code: 'Code on the label, or on its display',
    go: 'Make it mine',
    show: 'It has a display: show me a code there',
    shown: 'The temple shows six characters for two minutes. Type them here.',
    noName: 'This is no name of a temple. It looks like templo-7f3a, or is the whole link of the label.',
    done: (name: string) => `${name} is yours now.`,
  },
  knock: {
    title: 'Or knock',
    about: 'For a temple without an owner: drop five beads in the order that this page shows.',
    go: 'Show me an order',
    drop: 'Drop your beads one after another, in this order:',
    again: 'After a wrong bead, begin again with the first.',
    over: 'No temple got its beads in this order in time. Try again, a little slower.',
    stop: 'Stop',
  },
  page: {
    title: (name: string) => `Make ${name} yours`,
    wrongTitle: 'A link to a temple',
    about: [
      'Beads that fall into it from now on are offerings of yours, in the match that you choose.',
      'If another player has it, that player loses it.',
      'Beads that lie in it already count for nothing.',
    ],
    you: (name: string) => `You claim it as ${name}. This browser remembers you.`,
    damaged:
      'This link is damaged: the name of the temple or its code is missing. Scan the label again, or type what it says.',
    isYours: 'This temple is yours already.',
    after: 'To your temples',
    play: 'Begin a match',
    wrongCode: 'Type the eight characters of the label; a small O counts as a zero, I and L as a one.',
  },
};

export type ClaimTexts = typeof EN;

const ES: ClaimTexts = {
  claim: {
    title: 'Haz tuyo un templo',
    about:
      'El nombre y el código están en la etiqueta del templo. También puedes leer su código cuadrado con tu teléfono.',
    temple: 'Nombre del templo',
    code: 'Código de la etiqueta o de su pantalla',
    go: 'Hacerlo mío',
    show: 'Tiene pantalla: que muestre un código',
    shown: 'El templo muestra seis caracteres durante dos minutos. Escríbelos aquí.',
    noName: 'Este no es el nombre de un templo. Es como templo-7f3a, o el enlace entero de la etiqueta.',
    done: (name) => `${name} ya es tuyo.`,
  },
  knock: {
    title: 'O llama con cuentas',
    about: 'Para un templo sin dueño: echa cinco cuentas en el orden que muestra esta página.',
    go: 'Mostrar un orden',
    drop: 'Echa tus cuentas una tras otra, en este orden:',
    again: 'Si te equivocas de cuenta, empieza otra vez por la primera.',
    over: 'Ningún templo recibió sus cuentas en este orden a tiempo. Prueba otra vez, un poco más despacio.',
    stop: 'Parar',
  },
  page: {
    title: (name) => `Haz tuyo ${name}`,
    wrongTitle: 'Un enlace a un templo',
    about: [
      'Las cuentas que caigan en él desde ahora son ofrendas tuyas, en la partida que elijas.',
      'Si lo tiene otro jugador, ese jugador lo pierde.',
      'Las cuentas que ya están dentro no valen nada.',
    ],
    you: (name) => `Lo reclamas como ${name}. Este navegador te recuerda.`,
    damaged:
      'Este enlace está dañado: falta el nombre del templo o su código. Lee la etiqueta otra vez, o escribe lo que dice.',
    isYours: 'Este templo ya es tuyo.',
    after: 'A tus templos',
    play: 'Empezar una partida',
    wrongCode: 'Escribe los ocho caracteres de la etiqueta; una O vale como cero, una I o una L como uno.',
  },
};

export const CLAIM = { of: 'claim', en: EN, es: ES };
