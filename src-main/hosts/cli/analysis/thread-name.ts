/** The `workerData` of a thread that analyses models. */
export const analyseThread = 'fabdesk-analyse';
/** The `workerData` of a thread that takes over a part of thorough checks. */
export const besideThread = 'fabdesk-beside';
