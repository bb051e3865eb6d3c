/** What a screen says about habits: questions that the match answers for a player. */
export const HABITS = {
  told: 'Steps that leave you no choice worth making are played for you. Type habits to see them, or to be asked again.',
  offered: 'Some steps leave you no choice worth making. Type habits usual, and they are played for you.',
  on: 'on ',
  off: 'off',
  how: 'Type habits and a number to switch one of them; habits none, habits usual, habits brisk or habits swift to choose for all.',
  none: 'This game asks you everything.',
  noSuch: (habits: number) => `There is no such habit: choose 1 to ${habits}.`,
};
