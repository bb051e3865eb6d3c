/** What the first match explains, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

export const HINTS: Screen['hints'] = {
  ring: {
    moving: 'Tu turno empieza con un viaje por el anillo. Donde te paras quizá tengas que luchar, y ahí recoges.',
    'adding-steps': 'Una carta o un presagio te deja ir más lejos que tu tirada. Elige un día que valga la pena.',
    'choosing-opponent': 'Compartes tu día con varias tribus. Luchas contra una de ellas.',
    ranged: 'Puedes atacar a una tribu cercana sin ir hasta ella. El perdedor de una batalla paga.',
    battle:
      'En una batalla cada lado tira un dado y gana el total más alto. Las cartas de batalla cambian los dados o los totales.',
    reacting: 'Algunas de tus cartas responden a lo que hace otro jugador. Ningún otro ve que se te pregunta.',
    'paying-card': 'Un perdedor que no tiene nada con que pagar entrega una carta.',
    claiming: 'El perdedor no tenía nada con que pagar, así que puedes robar una carta.',
    offering:
      'Lo que ofreces alimenta a un dios, y el dios puede darte una carta. Puedes hacer varias ofrendas, o terminar.',
    sacrificing: 'Una ofrenda puede costar más de una. Pagas con lo que has recogido o con una carta.',
    drawing: 'El dios al que has dado te deja robar de su mazo.',
    playing: 'Ahora puedes jugar cartas de tu mano. Cuando terminas, acaba tu turno.',
    discarding: 'Una carta descartada se pierde, y su sitio en tu mano queda libre.',
    picking: 'Eliges cartas una tras otra. Termina cuando tengas bastantes.',
    choosing: 'La carta que has jugado te deja elegir.',
    dealing: 'Miras las primeras cartas de un mazo y dices adónde va cada una.',
    giving: 'Otro jugador recibe lo que no te has quedado.',
    cancelling: 'Un presagio es un cambio de las reglas. Puedes acabar con uno.',
    'taking-disc':
      'La última calavera de un día trae su disco del calendario. Los discos traen presagios y acercan el fin del mundo.',
  },
  'space-aztecs': {
    taking: 'En cada ronda tomas un montón, miras sus cartas y te quedas con una. Las demás vuelven.',
    choosing: 'Todos eligen a la vez. El jugador con la hora más temprana empieza la ronda siguiente.',
    hiding: 'Un azteca bajo un templo de su color está a salvo de los platillos.',
    capturing: 'Un platillo se lleva a un azteca de su color que está a la vista en otra ciudad.',
  },
  tieqchieq: {
    tossing: 'Lanzas cuatro monedas. El número de caras es lo que avanza una de tus fichas.',
    acting:
      'Mete una ficha, o mueve una justo lo que has sacado. Donde hay una ficha del otro jugador, las monedas deciden la lucha.',
    bonus: 'Un más permite otra casilla. Puede sacarte del peligro, o meterte en él.',
  },
};
