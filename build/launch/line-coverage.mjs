/**
 * Which lines of a folder no process has executed, from what Node writes with NODE_V8_COVERAGE. Node removes
 * types without moving anything, so V8's positions are those of the source.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * @returns `file:line` of every line below `folder` that none of the processes executed, and every file never
 * loaded
 */
export function missedLines(coverageFolder, folder) {
  const missed = new Map();
  for (const name of readdirSync(coverageFolder)) {
    const { result } = JSON.parse(readFileSync(join(coverageFolder, name), 'utf8'));
    for (const script of result) {
      const [url] = script.url.split('?');
      if (!url.startsWith(pathToFileURL(folder).href)) continue;
      const path = fileURLToPath(url);
      const lines = linesNotRun(readFileSync(path, 'utf8'), script.functions);
      const before = missed.get(path);
      missed.set(path, before ? new Set([...lines].filter((line) => before.has(line))) : lines);
    }
  }
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) =>
      missed.has(path)
        ? [...missed.get(path)].sort((a, b) => a - b).map((line) => `${path}:${line}`)
        : [`${path} was never loaded`],
    );
}

function linesNotRun(text, functions) {
  const counts = countsOf(text.length, functions);
  const lines = new Set();
  let start = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const code = line.length - line.trimStart().length;
    const isRun =
      line.trim() === '' || counts.subarray(start + code, start + line.length).some((count) => count > 0);
    if (!isRun) lines.add(index + 1);
    start += line.length + 1;
  }
  return lines;
}

/** How often each character was executed. Inner ranges come after outer ones and overrule them. */
function countsOf(length, functions) {
  const counts = new Uint32Array(length).fill(1);
  const ranges = functions.flatMap((each) => each.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset);
  return counts;
}
