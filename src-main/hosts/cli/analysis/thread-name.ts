/** The `workerData` by which a thread that analyses models knows what it is. */
export const analyseThread = 'fabdesk-analyse';
