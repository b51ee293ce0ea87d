/**
 * Every regular expression of the service, and of the code that it shares with the app, takes linear time.
 * Each is attacked with long repetitions of single characters and of its own parts, after everything that it
 * may begin with.
 * @release
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { cpuTime } from '../../support/cpu-time.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = execFileSync('git', ['ls-files', 'src-service', 'src-shared'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  // AssemblyScript has no regular expressions.
  .filter((file) => file.endsWith('.ts') && !file.includes('/assembly/'));

function expressionsIn(file: string): { place: string; literal: string }[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(`${root}${file}`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: { place: string; literal: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1}`, literal: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const length = 8000;
/** Linear: a fraction of a millisecond. Quadratic: a hundred. */
const limitMs = 20;
const usual = [...'aA0_ \n\t.-+%"=<>/;,*:&?#()[]\'\\@~'];
const sandbox = createContext({
  source: '',
  flags: '',
  text: '',
  texts: [],
  at: 0,
  slow: [],
  clock: cpuTime,
  limitMs,
});
const prepare = new Script('expression = new RegExp(source, flags)');
const attack = new Script('expression.lastIndex = 0; expression.exec(text)');
/** All attacks on an expression in one call, since each call with a time limit starts a thread. */
const attackAll = new Script(`
  for (at = 0; at < texts.length; at++) {
    const start = clock();
    expression.lastIndex = 0;
    expression.exec(texts[at]);
    if (clock() - start > limitMs) slow.push(at);
  }
`);

function timeOf(text: string): number {
  sandbox['text'] = text;
  const start = cpuTime();
  try {
    attack.runInContext(sandbox, { timeout: 1000 });
  } catch {
    // It took longer.
  }
  return cpuTime() - start;
}

/** The attack that takes too long, however often it is tried; null if none does. */
function slowAttack(literal: string): string | null {
  const end = literal.lastIndexOf('/');
  const source = literal.slice(1, end);
  const own = [...new Set(source.replaceAll(/\\[a-zA-Z]/g, ''))].filter((c) => !/[\\^$|?*+()[\]{}]/.test(c));
  const words = source.match(/[A-Za-z]{2,12}/g) ?? [];
  const pumps = new Set([...usual, ...own.slice(0, 12), ...words.slice(0, 4)]);
  const begins = ['', 'x', ...own.slice(0, 4), ...words.slice(0, 3)];
  const attacks = [...pumps].flatMap((pump) => begins.map((begin) => [begin, pump] as const));
  const texts = attacks.map(([begin, pump]) => `${begin}${pump.repeat(Math.ceil(length / pump.length))}\0`);
  Object.assign(sandbox, { source, flags: literal.slice(end + 1), texts, slow: [] });
  prepare.runInContext(sandbox);
  try {
    attackAll.runInContext(sandbox, { timeout: 2_000 });
  } catch {
    sandbox['slow'].push(sandbox['at']);
  }
  const found = sandbox['slow'].find((at: number) =>
    [1, 2, 3].every(() => timeOf(texts[at] ?? '') > limitMs),
  );
  return found === undefined ? null : JSON.stringify(attacks[found]);
}

it('No regular expression takes more than linear time.', { timeout: 120_000 }, () => {
  const expressions = files.flatMap(expressionsIn);
  expect(expressions.length).toBeGreaterThan(150);
  const slow = expressions.flatMap(({ place, literal }) => {
    const found = slowAttack(literal);
    return found === null ? [] : [`${place} ${literal} by ${found}`];
  });
  expect(slow).toEqual([]);
});

it('The attacks find expressions that take quadratic time.', () => {
  for (const literal of ['/\\s+$/', '/\\d+\\.?\\d*x/', '/(a|b)+=/', '/(\\w+)\\s*=/g'])
    expect([literal, slowAttack(literal) === null]).toEqual([literal, false]);
});
