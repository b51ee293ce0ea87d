/** The order in which jobs of one lane are sent, unless a person changes it. Lower goes first. */
export const priorities = { cancel: 10, change: 20, order: 30, upload: 40, photo: 50 };
