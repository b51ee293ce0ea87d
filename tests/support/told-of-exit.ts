/**
 * Programs that tell if they were ended by `process.exit`, which can hang (src-shared/end-process.ts), and
 * not by themselves.
 */

/** What a program prints to stderr then. */
export const wasForced = 'ended by process.exit';

/** On a busy machine the last handles close a moment after the program would have been ended. */
const patience = 3_000;

const script = `
  const { exit } = process;
  process.exit = (code) => {
    setTimeout(() => { console.error(${JSON.stringify(wasForced)}); exit(code); }, ${patience}).unref();
  };`;

/** The environment of such a program. */
export const toldOfExit = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
