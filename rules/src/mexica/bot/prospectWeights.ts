/** The weights of `PROSPECTS`, as `npm run do -- learn --game mexica --matches 600` prints them. */

/** The worth of a prospect: the first number, and the second as far as the end is near. The victory is worth 1. */
export type Weight = readonly [always: number, late: number];

export const WEIGHTS: Readonly<Record<string, Weight>> = {
  'one-sign': [0.367, 0.017],
  'two-signs': [0.538, -0.042],
  victories: [0.035, 0.082],
  doubled: [-0.126, 0.115],
  bare: [0.379, -0.032],
  'first-tokens': [0.016, 0.004],
  tokens: [-0.008, -0.011],
  'first-cards': [-0.109, 0.096],
  cards: [0.019, -0.033],
  steering: [-0.016, -0.021],
  weeks: [0.016, -0.027],
  pickups: [0.07, -0.09],
  steps: [0.07, -0.055],
  'day-to-sign': [0.278, 0.043],
  'day-to-last': [0.345, -0.121],
  'soon-to-sign': [-0.003, 0.02],
  'soon-to-last': [0.062, -0.07],
  'deck-to-sign': [-0.021, 0],
  'deck-to-last': [0.021, 0.001],
  'prey-to-sign': [0.787, -0.047],
  'prey-to-last': [0.588, 0.001],
  'last-eagle': [0.304, -0.169],
  'last-serpent': [0.155, -0.052],
};
