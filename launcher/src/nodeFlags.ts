/** The flags of Node for each kind of process. */

/** Node 22 warns of SQLite at each start. */
const QUIET = '--disable-warning=ExperimentalWarning';

/** Memory counts more than speed here: a small host runs all of them on one board. */
export const SMALL = [QUIET, '--max-semi-space-size=1', '--v8-pool-size=0'] as const;
/** The server makes garbage with every move. With 2 MB of room it cleans up so often that a move costs a tenth more. */
export const BUSY = [QUIET, '--max-semi-space-size=8', '--v8-pool-size=1'] as const;
