/** Largest accepted file: 1 GiB. */
export const largestFile = 1024 ** 3;
