/**
 * What a second thread of thorough checks begins with; null if there is no processor to spare. Loads nothing
 * by itself.
 */
let entry: URL | null = null;

export const setThreadEntry = (given: URL | null): void => {
  entry = given;
};
export const threadEntry = (): URL | null => entry;
