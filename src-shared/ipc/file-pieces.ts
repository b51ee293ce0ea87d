/** Bytes; the most that the window sends to the main process of Electron at once. */
export const largestPiece = 4 * 1024 * 1024;
