/** A proposal that nobody signs ends after this, ms. Apart from its schema, for the window. */
export const proposalLasts = 24 * 3_600_000;
