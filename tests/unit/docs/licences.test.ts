/** What the build says about the packages in the program, from the packages that are really installed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { writeSbom } from '../../../build/notices/sbom.mjs';
import { collectPackages, thirdParty } from '../../../build/notices/third-party.mjs';
import lock from '../../../package-lock.json' with { type: 'json' };
import { temporaryFolder } from '../../support/folder.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

const licences = thirdParty(['zod', 'three']);

it('Every package in the program is listed with its version and the text of its licence.', () => {
  const names = licences.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  for (const wanted of ['zod', 'three', 'occt-import-js', 'draco3dgltf', 'better-sqlite3', 'electron'])
    expect(names).toContain(wanted);
  for (const { name, version, license, texts } of licences) {
    expect(version, name).toMatch(/^\d/);
    expect(license, name).not.toBe('');
    expect(texts.join('').length, name).toBeGreaterThan(200);
  }
  const occt = licences.find(({ name }) => name === 'occt-import-js');
  expect(occt?.texts.join('')).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
});

it('The packages of a build are those of its modules, scoped ones and nested ones too.', () => {
  const found = new Set<string>();
  const plugin = collectPackages(found);
  const ids = [
    '/a/node_modules/zod/index.js',
    '/a/node_modules/x/node_modules/@b/c/d.js?worker',
    'C:\\a\\node_modules\\@b\\e\\f.js',
    '/a/src/own.ts',
  ];
  (plugin.generateBundle as unknown as (this: unknown) => void).call({ getModuleIds: () => ids });
  expect([...found]).toEqual(['zod', '@b/c', '@b/e']);
});

it('The bill of materials names every locked package by its hash, without a network.', () => {
  const file = join(temporaryFolder(), 'sbom.json');
  writeSbom(file);
  const bill = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; hashes?: unknown[] }[];
  };
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'fabdesk']);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);
  const locked = Object.entries(lock.packages as Record<string, { version?: string; name?: string }>)
    .filter(([path]) => path !== '')
    .map(([path, { name, version }]) => [`${name}@${version}`, `${nameOf(path)}@${version}`]);
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  // An alias is listed under one of its two names.
  expect(locked.filter((names) => !names.some((name) => listed.has(name)))).toEqual([]);
  expect(bill.components.filter(({ hashes }) => !hashes?.length)).toEqual([]);
});

it('The command line lists the licences, and shows one in full.', async () => {
  const file = join(temporaryFolder(), 'licenses.json');
  writeFileSync(file, JSON.stringify(licences));
  const licencesFile = pathToFileURL(file);
  const all = await runFabdesk(['licenses'], { licencesFile });
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(all.stdout).toMatch(/^occt-import-js {2,}0\.0\.23 +LGPL-2\.1$/m);
  const one = await runFabdesk(['licenses', 'occt-import-js'], { licencesFile });
  expect(one.stdout).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  const json = await runFabdesk(['licenses', '--json'], { licencesFile });
  expect(json.json()).toEqual(licences);
  const unknown = await runFabdesk(['licenses', 'zud'], { licencesFile });
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('zod')]);
  const unbuilt = await runFabdesk(['licenses'], {});
  expect(unbuilt.stderr).toBe(
    'fabdesk: The list of licences is made with the program. Run npm run build, then try again.\n',
  );
});
