/** `npm run check [-- NAME ...]`: the checks that `npm test` makes before it runs tests, or some of them. */
import { checkNames, runChecks } from './checks.mjs';
import { ensureInstalled } from './packages.mjs';
import { say, stop } from './say.mjs';

const names = process.argv.slice(2);
const unknown = names.find((name) => !checkNames.includes(name));
if (unknown !== undefined) stop(`There is no check ${unknown}. There are ${checkNames.join(', ')}.`);
ensureInstalled();
const { passed, failed } = await runChecks(names.length > 0 ? names : checkNames);
for (const line of failed) say(`failed: ${line}`);
say(`${passed} checks passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
