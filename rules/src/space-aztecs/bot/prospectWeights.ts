/** The weights of `PROSPECTS`, which differ much with the number of seats. */

/** The worth of a prospect: the first number, and the second for each ten rounds that are left. */
export type Weight = readonly [always: number, later: number];

export type Weights = Readonly<Record<string, Weight>>;

/** As `npm run do -- learn --game space-aztecs --matches 5000 --tried 100000 --seed 2` prints them. */
export const OF_TWO: Weights = {
  score: [0.08, -0.118],
  'next-eagle': [0.382, -0.181],
  'next-jaguar': [0.23, -0.011],
  'next-otomi': [0.221, -0.062],
  'lonely-priests': [1.521, -0.475],
  'lonely-aliens': [1.694, -0.765],
  fear: [-0.422, 0.077],
  exposed: [-0.562, 0.099],
  archivists: [0.593, -0.093],
  shelter: [-0.066, 0.247],
  guests: [1.059, -0.378],
  agent: [0.549, 0.151],
  temples: [0.451, 0.104],
  colours: [-1.094, 2.027],
  'codex-hours': [0.632, 0.003],
  'codex-temple': [0.501, 0.029],
  'codex-sheltered': [4.177, -0.729],
  'codex-set': [7.173, -2.221],
  'codex-aztec': [6.464, -0.634],
  aztecs: [-0.04, 1.307],
  sheltered: [0.224, 0.125],
  'fewest-pink': [1.709, 1.239],
  'pink-lead': [0.512, 0.043],
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
