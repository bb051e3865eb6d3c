/** Written by `npm run do -- value --learn --write`: what the traits of a position are worth, by edition and number of seats. */

/** Another version may give other accounts. An account names the version that it was made with. */
export const VALUE_VERSION = 1;

type Weights = Readonly<Record<string, Readonly<Record<number, readonly number[]>>>>;

// biome-ignore format: written by a tool
export const VALUE_WEIGHTS: Weights = {
  'tieqchieq': {
    2: [0.2627, -0.0225, -0.756, 0.0477, 0.4851, -0.0124],
  },
  'tieqchieq-fortress': {
    2: [0.1829, -0.0369, -0.3686, 0.0235, 0.4058, 0.0567],
  },
  'flower-war': {
    4: [0.1154, 0.7383, 0.3288, -0.0337, 0.0285, 0.0063, 0.0987, -0.1048, -0.0021, 0.2676, -0.1434],
  },
  'space-aztecs': {
    4: [1.2345, 1.2665, 0.2485, 0.7973, 0.2287, 0.1929, -0.1185, 0.2252, -0.1883, -0.1957],
  },
  'mexica': {
    4: [0.6175, -0.1719, -0.2068, -0.5562, 0.7101, -0.1536, 0.3604, -0.237, 0.7495, 0.8086, 0.1274, 0.8078, -0.2018, 0.2704, 0.0134],
  },
  'flower-war-rules-of-play': {
    4: [0.2294, 0.6747, 0.4111, 0.2079, -0.1183, 0.0134, -0.0695, -0.049, 0.4073, 0.232, 0.1944],
  },
  'space-aztecs-young': {
    4: [2.2357, 1.6553, -0.2206, 0.8137, 0.0552, 0.5717, 0.2882, -0.127, -0.0406, -0.9967],
  },
  'flower-war-early': {
    4: [0.3993, -0.0216, -0.172, -0.534, 0.6879, -0.0856, 0.5424, -0.296, 1.1645, 0.8413, 0.122, 0.6412, 0.0706, -0.8948, -0.0323],
  },
  'tieqchieq-young': {
    2: [0.3559, -0.0353, -0.3587, 0.0737, 0.5218, -0.0659],
  },
};
