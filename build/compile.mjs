/**
 * `npm run build`: the window, the main process's entries, Electron's preload and the service, into
 * dist/, with the licences of their packages and the bill of materials.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { writeCore } from './assembly/compile-core.mjs';
import { sourcesStamp } from './launch/built.mjs';
import { dist, root } from './launch/root.mjs';
import { writeSbom } from './notices/sbom.mjs';
import { collectPackages, thirdParty } from './notices/third-party.mjs';

const config = (name) => join(root, 'build', `vite.${name}.ts`);
await writeCore();
const stamp = sourcesStamp();

const steps = [
  { configFile: config('renderer'), mode: 'production' },
  { configFile: config('main'), mode: 'main' },
  { configFile: config('main'), mode: 'electron' },
  { configFile: config('preload'), mode: 'production' },
  { configFile: config('main'), mode: 'service' },
];

const bundled = new Set();
for (const step of steps) await build({ ...step, logLevel: 'warn', plugins: [collectPackages(bundled)] });
writeFileSync(join(dist, 'renderer', 'licenses.json'), JSON.stringify(thirdParty(bundled)));
writeSbom(join(dist, 'sbom.cdx.json'));
// Written last, so that an interrupted build is repeated.
writeFileSync(join(dist, '.stamp'), stamp);
