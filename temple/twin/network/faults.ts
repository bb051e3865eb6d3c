/**
 * What can go wrong between a temple and its broker. `rst`: connections are cut and may come back at once. `refused`:
 * connections are cut, and refused for a time. `black-hole`: nothing passes, and neither end is told. `away`: the
 * device knows it at once, but the broker is not told. `stall`: all data comes 200 ms late, and 30 % of the segments
 * still later, as TCP delays lost segments.
 */
export const NETWORK_FAULTS = ['rst', 'refused', 'black-hole', 'away', 'stall'] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];
