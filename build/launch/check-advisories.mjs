/**
 * `npm run check:advisories`: asks the registry for known advisories about the locked packages, and for the
 * signatures of what is installed. Says clearly if it does not answer. Ends with 1 for findings and with 2 if
 * nothing is known.
 */
import { runNpm } from './npm.mjs';
import { root } from './root.mjs';
import { say } from './say.mjs';

const questions = [
  [
    'advisories',
    ['audit', '--audit-level=low'],
    /found 0 vulnerabilities/,
    /\d+ (?:\w+ )?severity vulnerabilit/,
  ],
  ['signatures', ['audit', 'signatures'], /have? (?:a )?verified registry signatures?/, /invalid|missing/],
];
const states = questions.map(([name, args, clean, finding]) => {
  const { log } = runNpm([...args, '--audit=true', '--loglevel=error'], { cwd: root });
  if (finding.test(log)) {
    process.stdout.write(log);
    say(`The registry has findings about ${name}; they are above.`);
    return 1;
  }
  if (clean.test(log)) {
    say(`The registry has nothing against the packages: ${name}.`);
    return 0;
  }
  say(`The registry gave no answer about ${name}, so nothing is known. Try again with another registry.`);
  return 2;
});
process.exit(states.includes(1) ? 1 : Math.max(...states));
