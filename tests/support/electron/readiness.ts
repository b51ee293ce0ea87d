/** What Electron refuses before `ready`, and what after it. */
let isReady = false;

export const readiness = {
  get isReady() {
    return isReady;
  },
  begin() {
    isReady = true;
  },
  /** Throws like Electron. */
  mustBeReady(sentence: string) {
    if (!isReady) throw new Error(sentence);
  },
  mustNotBeReady(sentence: string) {
    if (isReady) throw new Error(sentence);
  },
};
