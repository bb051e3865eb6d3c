/** The data cannot be moved. The message tells the operator why, and what to do. */
export class MoveProblem extends Error {}
