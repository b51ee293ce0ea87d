/** All checks that do not run the program. `npm run check` and `npm test` both run this list. */
import { runTool } from './tools.mjs';

const checks = {
  types: [
    ['tsc', '--noEmit'],
    ...['src-shared', 'src-main', 'src-service', 'src-renderer'].map((folder) => [
      'tsc',
      '--noEmit',
      '-p',
      folder,
    ]),
  ],
  svelte: [
    [
      'svelte-check',
      '--tsconfig',
      'src-renderer/tsconfig.json',
      '--fail-on-warnings',
      '--threshold',
      'warning',
      '--output',
      'human',
    ],
  ],
  lint: [['biome', 'ci', '--error-on-warnings', '--colors=off']],
  directions: [
    [
      'depcruise',
      '--config',
      'build/package-directions.cjs',
      'src-shared',
      'src-main',
      'src-renderer',
      'src-service',
    ],
  ],
  // Files and exports that nothing uses; knip.json names the entry points.
  unused: [['knip', '--max-issues', '0']],
};

export const checkNames = Object.keys(checks);

/** @returns how many of the checks passed, and the commands of those that failed */
export function runChecks(names, env) {
  let passed = 0;
  const failed = [];
  for (const [command, ...args] of names.flatMap((name) => checks[name])) {
    const line = [command, ...args].join(' ');
    process.stderr.write(`fabdesk: ${line}\n`);
    if (runTool(command, args, env)) passed++;
    else failed.push(line);
  }
  return { passed, failed };
}
