/** So many cavities of a part are kept, the largest ones. */
export const mostCavities = 100;
