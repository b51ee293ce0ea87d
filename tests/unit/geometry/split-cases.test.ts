/**
 * The build makes smaller functions of OpenCascade's largest ones. What the module does must stay the same.
 * @release
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import asc from 'assemblyscript/asc';
import { describe, expect, it, vi } from 'vitest';
import { limitLoops } from '../../../build/occt/limit-loops.ts';
import { prepareOcct } from '../../../build/occt/prepare-occt.ts';
import { splitCases } from '../../../build/occt/split-cases.ts';
import { section, sectionsOf, WasmReader } from '../../../build/occt/wasm-code.ts';
import type { OcctAnswer, OcctFormat } from '../../../src-shared/geometry/readers/occt/occt-module.ts';
import { utf8 } from '../../fixtures/geometry/build-files.ts';
import { stepText } from '../../fixtures/geometry/build-scenes.ts';
import { randomFrom } from '../../fixtures/geometry/mutate.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';
import { seed } from '../../support/seed.ts';

function functionSizes(module: Uint8Array): number[] {
  const code = sectionsOf(module).find(({ id }) => id === section.code)!.content;
  const reader = new WasmReader(code);
  return Array.from({ length: reader.unsigned() }, () => reader.bytes(reader.unsigned()).length);
}

async function compile(source: string): Promise<Uint8Array> {
  let binary: Uint8Array | null = null;
  const { error, stderr } = await asc.main(['run.ts', '--outFile', 'run.wasm', '--runtime', 'stub', '-O1'], {
    readFile: (name) => (name === 'run.ts' ? source : null),
    writeFile: (_name, contents) => {
      binary = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || binary === null) throw new Error(stderr.toString());
  return binary;
}

type Run = (kind: number, a: number, b: number) => number;

async function runOf(module: Uint8Array): Promise<Run> {
  const env = { abort: () => undefined };
  const { instance } = await WebAssembly.instantiate(module as Uint8Array<ArrayBuffer>, { env });
  return instance.exports['run'] as Run;
}

describe('Cases as functions of their own', () => {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const number = () => below(1000);
  const variable = () => ['a', 's', 't', 'u'][below(4)]!;
  const work = () =>
    `s = (${variable()} ^ ${number()}) + ${variable()} * ${number()}; note(s); note(${variable()});`;
  /** Statements of a case, each of which treats local variables and branches in its own way. */
  const statements: readonly (() => string)[] = [
    work,
    () => `t = ${number()}; for (let i = 0; i < (a & 7); i++) { if (i == 5) continue; note(t + i); }`,
    () => `if ((a & ${1 << below(3)}) != 0) break; ${work()}`,
    () => `if (a == ${below(8)}) { note(${number()}); return ${variable()}; }`,
    () => `f = b * ${number()}.5 + f; note(i32(f));`,
    () => `while (u > 3) { u = u >> 1; if (u == ${below(9)}) break; note(u); }`,
    () => `switch (a & 3) { case 0: note(${number()}); break; case 2: note(s); default: note(t); }`,
    // Read after the statement.
    () => `kept = ${variable()} + ${number()};`,
  ];
  const oneCase = (kind: number): string => {
    const body = Array.from({ length: 2 + below(6) }, () => statements[below(statements.length)]!());
    const falls = below(5) === 0;
    return `case ${kind}: { ${body.join('\n')} ${falls ? '' : 'break;'} }`;
  };
  const kinds = 250;
  const source = `
    let sum: i32 = 0;
    @inline function note(value: i32): void { sum = sum * 31 + value; }
    export function run(kind: i32, a: i32, b: f64): i32 {
      sum = 0;
      let s = a + 1; let t = a * 5; let u = a << 3; let f = b; let kept = kind;
      switch (kind) {
        ${Array.from({ length: kinds }, (_, kind) => oneCase(kind)).join('\n')}
        default: note(7);
      }
      return sum ^ kept;
    }`;

  it(`A large function does the same after it was split (seed ${seed}).`, async () => {
    const whole = await compile(source);
    const parts = splitCases(whole);
    expect(functionSizes(parts).length).toBeGreaterThan(functionSizes(whole).length + kinds / 8);
    expect(Math.max(...functionSizes(parts))).toBeLessThan(Math.max(...functionSizes(whole)) * 0.9);
    const [runWhole, runParts] = [await runOf(whole), await runOf(parts)];
    const answers = (run: Run) =>
      Array.from({ length: (kinds + 1) * 16 }, (_, i) => run(i >> 4, i & 15, (i % 7) / 4));
    expect(answers(runParts)).toEqual(answers(runWhole));
  });

  it('A module without large functions stays as it is.', async () => {
    const small = await compile(
      'export function run(a: i32): i32 { switch (a) { case 1: return 5; default: return 6; } }',
    );
    expect(splitCases(small)).toEqual(small);
  });
});

describe('OpenCascade as it is built in', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('occt-import-js/package.json'));
  const original = readFileSync(join(folder, 'dist/occt-import-js.wasm'));
  const example = (path: string) => readFileSync(join(folder, 'test/testfiles', path));
  const fixture = (name: string) =>
    readFileSync(new URL(`../../fixtures/geometry/cad/${name}`, import.meta.url));

  const read = async (module: Uint8Array, format: OcctFormat, bytes: Uint8Array): Promise<OcctAnswer> => {
    // Readers compile the module once for a process.
    vi.resetModules();
    const { provideWasm } = await import('../../../src-shared/geometry/readers/wasm-files.ts');
    const { runOcct } = await import('../../../src-shared/geometry/readers/occt/occt-module.ts');
    provideWasm(async () => module);
    const tessellation = { linearDeflection: 0.0005, angularDeflection: 0.15 };
    return runOcct(format, bytes, tessellation, { memory: 2 ** 30, loops: 1e10 });
  };

  it('No function of it is as large as before, and readers take it as it is.', () => {
    const built = prepareOcct(original);
    expect(Math.max(...functionSizes(original))).toBeGreaterThan(250_000);
    expect(Math.max(...functionSizes(built))).toBeLessThan(50_000);
    expect(limitLoops(built)).toBe(built);
  });

  it.each<[string, OcctFormat, () => Uint8Array]>([
    ['a cube in STEP', 'step', () => utf8(stepText(makeCube(2)))],
    ['fillets in STEP', 'step', () => example('cax-if/s1-tu-203/footback.stp')],
    ['an assembly with colours in STEP', 'step', () => example('cax-if/as1-oc-214.stp')],
    ['a tube in STEP', 'step', () => fixture('tube.step')],
    ['a bored plate in IGES', 'iges', () => fixture('bored-plate.igs')],
    ['a torus in BREP', 'brep', () => fixture('torus.brep')],
    [
      'a file that is cut off in the middle',
      'step',
      () => example('cax-if/as1-oc-214.stp').subarray(0, 200_000),
    ],
  ])('It reads %s as the module of its package does.', async (_what, format, bytes) => {
    expect(await read(prepareOcct(original), format, bytes())).toEqual(await read(original, format, bytes()));
  });
});
