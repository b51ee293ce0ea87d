/** After `npm ci`: fetches a Node where the machine's own is too old, so that every command then works offline. */
import { ensureNode } from './node-runtime.mjs';
import { say } from './say.mjs';

const problem = ensureNode();
// Installing succeeded all the same; the commands that need that Node say so again, and stop.
if (problem !== null) say(problem);
