/** The weights of `PROSPECTS`, which differ much with the number of seats. */

/** The worth of a prospect: the first number, and the second for each ten rounds that are left. */
export type Weight = readonly [always: number, later: number];

type Weights = Readonly<Record<string, Weight>>;

/** As `npm run do -- learn --game space-aztecs --matches 5000 --seed 2` prints them. */
export const OF_TWO: Weights = {
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

/** As `npm run do -- learn --game space-aztecs --seats 4 --matches 800 --seed 3` prints them; for more than two seats. */
export const OF_MORE: Weights = {
  score: [0.001, -0.343],
  'next-eagle': [0.309, -0.783],
  'next-jaguar': [0.254, -0.272],
  'next-otomi': [0.098, -0.589],
  'lonely-priests': [1.87, -1.666],
  'lonely-aliens': [1.435, -1.701],
  fear: [-0.903, 0.855],
  exposed: [-0.634, -2.295],
  archivists: [0.402, 0.255],
  shelter: [-0.206, 2.068],
  guests: [0.413, 0.207],
  agent: [0.419, 0.372],
  temples: [-0.042, 0.363],
  colours: [-0.321, 1.794],
  'codex-hours': [0.297, -0.024],
  'codex-temple': [0.338, 0.106],
  'codex-sheltered': [1.73, 1.172],
  'codex-set': [2.56, -1.323],
  'codex-aztec': [3.294, 1.603],
  aztecs: [-0.169, 1.561],
  sheltered: [0.057, 1.643],
  'fewest-pink': [1.71, 2.035],
  'pink-lead': [0.821, -0.745],
};
