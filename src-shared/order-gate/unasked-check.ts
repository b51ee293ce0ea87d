/** Decides whether a part is checked thoroughly without a request, and with which minimum wall. */

/** Models up to this many triangles. */
export const mostUnasked = 300_000;

/** [Assumption: wall-limit] Used if neither service nor person states a minimum; usual for nylon, m. */
export const usualWallLimit = 0.7e-3;
