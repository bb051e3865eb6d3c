/** The help during a match: each command, and what it does. The words of commands that every language knows are English. */
export const HELP = {
  introduction: [
    'Type the number of a move. Enter alone plays the move if there is only one.',
    'Other commands:',
  ] as readonly string[],
  commands: [
    ['?', 'shows this and the board'],
    ['board', 'shows the whole board with all cards'],
    ['cards', 'shows what your cards do'],
    ['more', 'shows the next moves of a long list'],
    [
      'ask none, ask attacks, ask all',
      'when the match stops to ask for your hidden cards: never, at attacks on you, always',
    ],
    [
      'habits, habits 2, habits none, habits usual, habits brisk, habits swift',
      'lists the steps that are played for you; switches one of them; chooses how many',
    ],
    ['offer takeback, offer abort, offer pause MINUTES, offer resume', 'asks the other players to agree'],
    ['accept, decline', "answers another player's offer"],
    ['back', 'takes your seat back from the bot that stands in for you'],
    ['temple', 'shows what became of the beads of every temple at the table'],
    ['by-hand, by-temple', 'makes your offerings on the screen, or with the temple again'],
    [
      'took war 1, claim rain 1, confirm',
      'you took a bead out; a bead without an owner is yours; so many beads were meant',
    ],
    [
      'dispute war, settle war 1 counts, settle war 1 returned',
      'you disagree about beads; the host of the match decides',
    ],
    ['say hello there', 'says that to the players; if you only watch, to the other spectators'],
    ['say', 'lists ready-made phrases; say /thanks says the phrase called thanks'],
    ['mute Ana', 'hides what Ana says'],
    ['resign', 'gives the match up, after one question'],
    ['q', 'leaves; a match that is running goes on without you'],
  ] as readonly (readonly [command: string, meaning: string])[],
  /** The first word of a command in this language, and the English one that it stands for. */
  heads: {} as Readonly<Record<string, string>>,
  /** The words after it. */
  others: {} as Readonly<Record<string, string>>,
};
