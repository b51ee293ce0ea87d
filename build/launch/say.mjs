/** Messages of the commands go to stderr; stdout belongs to the program. */
export const say = (sentence) => process.stderr.write(`fabdesk: ${sentence}\n`);

/** Ends the command with a sentence instead of a stack. */
export function stop(sentence) {
  say(sentence);
  process.exit(1);
}
