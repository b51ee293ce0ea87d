/** Only the largest cavities are recorded, up to this many. */
export const mostCavities = 100;
