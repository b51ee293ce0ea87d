/** Deliberately broken protocols of the simulation: each still finds the code that it breaks. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { mutants } from '../../simulation/mutants.ts';
import { patchedSources, patchSource } from '../../simulation/patch-source.ts';

const source = 'export function price(count: number): number {\n  if (count > 9) return 2;\n  return 3;\n}\n';
const patch = {
  file: 'price.ts',
  find: 'if ($many > 9) return $low;',
  replace: 'if ($many > 8) return $low;',
};

it('Every mutant finds the code that it breaks exactly once, and leaves valid code.', {
  tags: 'release',
}, () => {
  const broken = mutants.flatMap(({ name, patches }) => {
    try {
      const sources = [...patchedSources(patches).values()];
      const isValid = (text: string) =>
        ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length === 0;
      return sources.every(isValid) ? [] : [`${name}: not valid code`];
    } catch (thrown) {
      return [`${name}: ${(thrown as Error).message}`];
    }
  });
  expect(broken).toEqual([]);
});

it('A patch fits whatever variables are called and however lines are laid out.', () => {
  const renamed = source
    .replaceAll('count', 'pieces')
    .replace('(pieces > 9) ', '(\n pieces /* of them */\n > 9\n)\n');
  expect(patchSource(source, patch)).toContain('if (count > 8) return 2;');
  expect(patchSource(renamed, patch)).toContain('if (pieces > 8) return 2;');
});

it('A patch whose code is gone or stands twice is an error.', () => {
  expect(() => patchSource(source.replace('9', '7'), patch)).toThrow('fits 0 times');
  expect(() => patchSource(source + source, patch)).toThrow('fits 2 times');
  expect(() => patchSource(source, { ...patch, inside: 'cost' })).toThrow('0 declarations named cost');
});
