/** The weights of `PROSPECTS`, as `npm run do -- learn --game space-aztecs --matches 5000 --seed 2` prints them. */

/** The worth of a prospect: the first number, and the second for each ten rounds that are left. */
export type Weight = readonly [always: number, later: number];

export const WEIGHTS: Readonly<Record<string, Weight>> = {
  score: [-0.012, -0.153],
  'next-eagle': [0.388, -0.205],
  'next-jaguar': [0.174, 0.044],
  'next-otomi': [0.261, 0.029],
  'lonely-priests': [1.783, -0.623],
  'lonely-aliens': [1.448, -0.829],
  fear: [-0.49, 0.26],
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: a weight that is near ln 2 by chance
  exposed: [-0.693, 0.223],
  archivists: [0.579, -0.25],
  shelter: [-0.072, 0.398],
  guests: [0.868, -0.411],
  agent: [0.5, 0.207],
  temples: [0.279, 0.242],
  colours: [-1.128, 2.036],
  'codex-hours': [0.591, -0.07],
  'codex-temple': [0.495, -0.05],
  'codex-sheltered': [4.542, -0.902],
  'codex-set': [7.604, -2.185],
  'codex-aztec': [6.479, -0.518],
  aztecs: [-0.079, 1.477],
  sheltered: [0.085, 0.008],
  'fewest-pink': [2.029, 1.161],
  'pink-lead': [0.348, 0.074],
};
