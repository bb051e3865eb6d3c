/** The weights of `PROSPECTS`, as `npm run learn` prints them. */

/** The worth of a prospect: the first number, and the second for each ten rounds that are left. */
export type Weight = readonly [always: number, later: number];

export const WEIGHTS: Readonly<Record<string, Weight>> = {
  score: [-0.022, -0.142],
  'next-eagle': [0.691, -0.299],
  'next-jaguar': [0.589, -0.273],
  'next-otomi': [0.271, 0.164],
  'lonely-priests': [1.543, -0.454],
  'lonely-aliens': [2.268, -1.427],
  fear: [-0.508, 0.317],
  exposed: [-0.407, 0.251],
  archivists: [0.158, 0.459],
  shelter: [0.256, 0.172],
  guests: [0.812, -0.408],
  agent: [0.62, -0.184],
  temples: [0.072, 0.194],
  colours: [-1.229, 2.965],
  'codex-hours': [0.625, -0.06],
  'codex-temple': [0.516, -0.045],
  'codex-sheltered': [4.945, -0.343],
  'codex-set': [7.706, -2.006],
  'codex-aztec': [6.471, -0.062],
  aztecs: [-0.177, 1.186],
  sheltered: [0.148, -0.042],
  'fewest-pink': [1.832, 1.186],
  'pink-lead': [0.354, 0.161],
};
