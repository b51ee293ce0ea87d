/**
 * How much code the built window loads, compressed as a server would (gzip). The limits and what is in each
 * file are in docs/benchmarks.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

const renderer = fileURLToPath(new URL('../../dist/renderer/', import.meta.url));
const assets = join(renderer, 'assets');
const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
const sizeOf = (name: string): number => gzipSync(readFileSync(join(assets, name))).length;
const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, name) => sum + sizeOf(name), 0) / 1000;

/** The file, and all that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(assets, name), 'utf8');
  for (const [, imported] of code.matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    if (imported) withImports(imported, found);
  return found;
}

const starting = (start: string): string => {
  const [name, ...more] = names.filter((file) => new RegExp(`^${start}-[\\w-]{8}\\.js$`).test(file));
  if (!name || more.length > 0) throw new Error(`One file should start with ${start}.`);
  return name;
};

/** What index.html names, and what that imports. */
function firstScript(): Set<string> {
  const page = readFileSync(join(renderer, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\.\/assets\/([\w.-]+\.js)"/g)].map(([, name]) => name ?? '');
  expect(named).not.toEqual([]);
  return new Set(named.flatMap((name) => [...withImports(name)]));
}

test('The first script of the window has less than 60 kB.', () => {
  const size = kilobytes(firstScript());
  console.log(`First script: ${size.toFixed(1)} kB`);
  expect(size).toBeLessThan(60);
  expect(size).toBeGreaterThan(5);
});

test('Until the window is drawn, less than 170 kB of script and English are loaded.', () => {
  const opening = new Set([...firstScript(), ...withImports(starting('app'))]);
  const [english, ...more] = names.filter((name) => name.startsWith('window-') && isEnglish(name));
  expect([english, ...more]).toEqual([expect.any(String)]);
  for (const name of withImports(english ?? '')) opening.add(name);
  const size = kilobytes(opening);
  console.log(`Until the window is drawn: ${size.toFixed(1)} kB`);
  expect(size).toBeLessThan(170);
  // The screens, the scene, German and the command line's messages come when they are needed.
  expect([...opening].filter((name) => /^(prepare|\w+Screen|scene)-/.test(name))).toEqual([]);
});

test('The scene, with three.js, has less than 170 kB.', () => {
  const size = kilobytes([starting('scene')]);
  console.log(`Scene: ${size.toFixed(1)} kB`);
  expect(size).toBeLessThan(170);
});

test('Before its first part, the geometry worker loads less than 80 kB.', () => {
  const loaded = withImports(starting('geometry.worker'));
  const size = kilobytes(loaded);
  console.log(`Geometry worker: ${size.toFixed(1)} kB`);
  expect(size).toBeLessThan(80);
  // What checks, repairs and rarer formats need comes when it is needed.
  expect([...loaded].filter((name) => /^(deep-check|make-part|three-mf|step|cad)-/.test(name))).toEqual([]);
});

const isEnglish = (name: string): boolean =>
  readFileSync(join(assets, name), 'utf8').includes('Rate limit reached');
