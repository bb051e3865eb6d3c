/** Questions to the seat that is asked: what it has to do now. */
import { standingOf } from '../telling.ts';
import type { PromptTables, RingView, Telling } from '../eventTables.ts';

const CORTES = 6;

function battle({ battle: seen }: RingView, { name }: Telling): string {
  const standing = standingOf(seen);
  const question = 'Play a card in the battle, or pass.';
  if (standing === undefined) return question;
  const { attacker, defender, totals } = standing;
  const who = (seat: number) => (seat === CORTES ? 'Cortés' : name(seat));
  return `The battle stands ${totals[0]} : ${totals[1]} between ${who(attacker)} and ${who(defender)}. ${question}`;
}

const GODS = { war: 'Huitzilopochtli', rain: 'Tlaloc' } as const;

/** Old rules do not show which god the question is about. */
const godIn = (god: RingView['god'] | undefined, unknown: string): string => (god ? GODS[god] : unknown);

const ANSWER = 'Play a card against it, or pass.';

const MOMENTS: Readonly<Record<string, (card: string) => string>> = {
  attack: () => `A player attacks you. ${ANSWER}`,
  card: (card) => `Another player plays ${card}. ${ANSWER}`,
  payment: () => `You have lost the battle and must pay. ${ANSWER}`,
  tribute: () => `You must pay tribute. ${ANSWER}`,
  draw: () => `Another player is about to draw a card. ${ANSWER}`,
};

export const PROMPTS: PromptTables = {
  ring: {
    moving: () => 'Move to another day.',
    'adding-steps': ({ amount }) => `Choose how far you go beyond your roll, up to ${amount}.`,
    'choosing-opponent': ({ day }, telling) => `Choose the player whom you fight on ${telling.day(day)}.`,
    ranged: () => 'Attack a player from afar, or pass.',
    battle,
    reacting: ({ moment, card }, telling) => MOMENTS[moment]?.(telling.card(card)) ?? ANSWER,
    'paying-card': (_, { skulls }) =>
      `You have lost the battle and have not even ${skulls(1)}. Choose a card to pay with.`,
    claiming: (_, { skulls }) =>
      `The loser has not even ${skulls(1)}. Draw a card of one of the gods, or take nothing.`,
    offering: ({ hand, pending }) =>
      `Make offerings to the gods, which may bring you cards, or finish. ${
        hand.length + pending.length === 0 ? 'Then your turn ends.' : 'Then you play cards.'
      }`,
    sacrificing: ({ amount, god }, { skulls }) =>
      `Pay for the offering to ${godIn(god, 'this god')} with ${skulls(1)} or a card; ${amount} left to pay.`,
    drawing: ({ god }) => `Draw a card of ${godIn(god, 'this god')}, or take nothing.`,
    playing: () => 'Play or discard cards, or finish: you keep the others, and your turn ends.',
    discarding: () => 'Choose the card that you discard.',
    picking: ({ amount }) => `Choose cards of your hand, up to ${amount}.`,
    choosing: () => 'Choose what your card does.',
    dealing: () => 'Choose one of the cards that you look at.',
    giving: () => 'Choose the player who gets the other card.',
    cancelling: () => 'Choose the omen that you cancel.',
    'taking-disc': ({ day }, telling) => `Take the disc of ${telling.day(day)}, or leave it there.`,
    over: () => 'The match is over.',
  },
  'space-aztecs': {
    taking: () => 'Take a pile that no player holds.',
    choosing: () => 'Choose a card of your pile, in secret. You may change your choice until all have chosen.',
    hiding: ({ card }, telling) => `Put ${telling.card(card)} under a temple, or leave it visible.`,
    capturing: ({ victim }, { name }) => `Choose the Aztec of ${name(victim)} that your saucer captures.`,
    over: () => 'The match is over.',
  },
  tieqchieq: {
    tossing: () => 'Toss the coins.',
    acting: ({ roll }) => `You have tossed ${roll}. Move a token.`,
    bonus: ({ at }) => `Your token on ${at} has reached a plus. Go one square farther, or stay.`,
    over: () => 'The match is over.',
  },
};
