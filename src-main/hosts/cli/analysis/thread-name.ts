/** The `workerData` by which a thread knows what it does: it analyses models, */
export const analyseThread = 'fabdesk-analyse';
/** or measures the walls of one. */
export const wallThread = 'fabdesk-walls';
