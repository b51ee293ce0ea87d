/** How many lines each package has, and how many more or fewer than at the last release. */
import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

const production = ['src-shared', 'src-main', 'src-renderer', 'src-service'];
const others = ['tests', 'bench', 'build'];
/** What to compare with before there is a release: 27 November 2026. */
const before = '71c6c345';
/** All lines of production code together (docs/contributing.md). */
export const mostLines = 141_500;

/**
 * @returns lines of text for people, and the number of lines of production code; null outside of a git
 * checkout
 */
export function countLines() {
  const now = linesIn([]);
  if (now === null) return null;
  const release = git('describe', '--tags', '--abbrev=0', '--match=v*').trim() || before;
  const then = linesIn([release]);
  const row = (name, folders) => {
    const lines = sum(now, folders);
    const change = then === null ? '' : signed(lines - sum(then, folders));
    return [name, lines.toLocaleString('en'), change];
  };
  const rows = [
    ...production.map((folder) => row(folder, [folder])),
    row('production', production),
    ...others.map((folder) => row(folder, [folder])),
  ];
  const table = rows.map(
    ([name, lines, change]) => `${name.padEnd(13)}${lines.padStart(8)}${change.padStart(9)}`,
  );
  const heading = `Lines of code${then === null ? '' : `, and the change since ${release}`}:`;
  return { text: [heading, ...table], production: sum(now, production) };
}

const signed = (number) => `${number > 0 ? '+' : ''}${number.toLocaleString('en')}`;
const sum = (lines, folders) => folders.reduce((total, folder) => total + (lines.get(folder) ?? 0), 0);

/**
 * Lines by top-level folder: in this folder as it is now, or in the commit that is named; null if git does
 * not know.
 */
function linesIn(commit) {
  const flags = commit.length > 0 ? [] : ['--untracked'];
  const globs = ['*.ts', '*.svelte', '*.mjs', '*.cjs', '*.css'];
  const printed = git('grep', '--count', ...flags, '-e', '', ...commit, '--', ...globs);
  if (printed === '') return null;
  const lines = new Map();
  for (const line of printed.trimEnd().split('\n')) {
    const [, folder, count] = /^(?:[^/:]*:)?([^/]+)\/.*:(\d+)$/.exec(line) ?? [];
    if (folder) lines.set(folder, (lines.get(folder) ?? 0) + Number(count));
  }
  return lines;
}

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  return stdout ?? '';
}
