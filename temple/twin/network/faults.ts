/**
 * What can go wrong between a temple and its broker. `rst`: connections are cut and may come back at once; `refused`: cut, and refused for a time; `black-hole`: nothing
 * passes and nobody is told; `away`: the device knows at once, the broker is not told; `stall`: 200 ms, and 30 % of the
 * segments come later still, as TCP does when they are lost.
 */
export const NETWORK_FAULTS = ['rst', 'refused', 'black-hole', 'away', 'stall'] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];
