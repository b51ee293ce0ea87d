/** Runs after `npm ci`: fetches a Node if the machine's own is too old, so that every command then works offline. */
import { ensureNode } from './node-runtime.mjs';
import { say } from './say.mjs';

const problem = ensureNode();
// Installing succeeded anyway; the commands that need that Node report this again, and stop.
if (problem !== null) say(problem);
