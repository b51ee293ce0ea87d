/** The names of threads, and what they begin with. Loads nothing by itself. */

/** The `workerData` of a thread that analyses models. */
export const analyseThread = 'fabdesk-analyse';
/** The `workerData` of a thread that takes over a part of thorough checks. */
export const besideThread = 'fabdesk-beside';

/** The file that a second thread of thorough checks begins with; null if there is no processor to spare. */
let entry: URL | null = null;

export const setThreadEntry = (given: URL | null): void => {
  entry = given;
};
export const threadEntry = (): URL | null => entry;
