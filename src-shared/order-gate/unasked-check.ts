/** Which parts are checked thoroughly without being asked, and against which wall. */

/** Models up to this many triangles. */
export const mostUnasked = 300_000;

/** [Assumption: wall-limit] Where neither the service nor the person states a minimum; usual for nylon, m. */
export const usualWallLimit = 0.7e-3;
