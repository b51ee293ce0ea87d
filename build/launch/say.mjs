/** What the commands say goes to stderr; stdout belongs to the command. */
export const say = (sentence) => process.stderr.write(`fabdesk: ${sentence}\n`);

/** Ends the command with a sentence instead of a stack. */
export function stop(sentence) {
  say(sentence);
  process.exit(1);
}
