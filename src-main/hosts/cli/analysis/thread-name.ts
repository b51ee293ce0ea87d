/** The `workerData` by which a thread knows what it does: it analyses models, */
export const analyseThread = 'fabdesk-analyse';
/** or takes over a part of the thorough check of one. */
export const besideThread = 'fabdesk-beside';
