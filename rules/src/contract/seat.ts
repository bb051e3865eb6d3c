export type Seat = 0 | 1 | 2 | 3 | 4 | 5;
export const SEATS: readonly Seat[] = [0, 1, 2, 3, 4, 5];

/** `'all'` sees everything. It is allowed only once the match is over. */
export type Viewer = Seat | 'spectator' | 'all';
