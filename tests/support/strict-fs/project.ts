/**
 * The Vitest project that runs the suites of all code that uses files under the rules of one other system.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { standInFor } from './stand-ins.ts';

const here = (name: string) => new URL(name, import.meta.url);

/**
 * All code that uses files, and what builds on it. The whole program and the service only where they differ
 * most.
 */
const files = [
  'tests/unit/{db,files,instance,queue}/**/*.test.ts',
  'tests/integration/hosts/browser-host.test.ts',
];
const suites = {
  macos: files,
  windows: [
    ...files,
    'tests/unit/hosts/log.test.ts',
    'tests/integration/hosts/data-folder.test.ts',
    'tests/integration/service/{models,slow-clients,upload-bodies}.test.ts',
  ],
};

/** Vite resolves Node's own modules before any plugin is called, so the imports themselves are rewritten. */
const plugin: Plugin = {
  name: 'strict-fs',
  enforce: 'pre',
  transform(code, id) {
    const importer = pathToFileURL(id.split('?')[0] as string).href;
    return code.replaceAll(/(\bfrom |\bimport\()'([^']+)'/g, (whole, keyword: string, specifier: string) => {
      const url = standInFor(specifier, importer);
      return url === null ? whole : `${keyword}'${fileURLToPath(url)}'`;
    });
  },
};

/** How long a test and an assertion may take, ms. */
interface Waiting {
  readonly testTimeout: number;
  readonly expect: { readonly poll: { readonly timeout: number } };
}

export function strictProject(face: 'windows' | 'macos', waiting: Waiting): TestProjectInlineConfiguration {
  const hooks = `${here('./hooks.ts').href}?${face}`;
  return {
    plugins: [plugin],
    test: {
      name: `node-${face}`,
      include: [...suites[face], `tests/strict-fs/${face}.test.ts`],
      ...waiting,
      setupFiles: [fileURLToPath(here('./setup.ts'))],
      env: { FABDESK_STRICT_FS: face, NODE_OPTIONS: `--import ${hooks}` },
      execArgv: ['--import', `${hooks}&runner`],
    },
  };
}
