/**
 * Stands in for fpm, which electron-builder downloads to make debs: takes the same arguments, and makes the
 * package with Debian's own dpkg-deb. An option that it does not know fails, so that nothing is left out of
 * the package in silence.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string', default: '' } as const;
const list = { type: 'string', multiple: true, default: [] as string[] } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...list, short: 'd' },
    force: { type: 'boolean' },
    'deb-recommends': list,
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
  },
});
if (values.s !== 'dir' || values.t !== 'deb') throw new Error('Only debs of folders are made here.');

const folder = mkdtempSync(join(tmpdir(), 'fabdesk-deb-'));
chmodSync(folder, 0o755);
for (const each of positionals) {
  const [source = '', target = ''] = each.split('=');
  const path = join(folder, target);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(source, path, { recursive: true, verbatimSymlinks: true });
  // Its files are made with the rights of a private folder.
  if (statSync(path).isFile()) chmodSync(path, 0o644);
}

const control = join(folder, 'DEBIAN');
mkdirSync(control);
const fields = {
  Package: values.name,
  Version: values.version,
  Architecture: values.architecture,
  Maintainer: values.maintainer,
  Vendor: values.vendor,
  Depends: values.d.join(', '),
  Recommends: values['deb-recommends'].join(', '),
  Section: 'default',
  Priority: values['deb-priority'],
  License: values.license,
  Homepage: values.url,
  Description: values.description.trim(),
};
const lines = Object.entries(fields).filter(([, value]) => value !== '');
writeFileSync(join(control, 'control'), `${lines.map((line) => line.join(': ')).join('\n')}\n`);
for (const [script, source] of [
  ['postinst', values['after-install']],
  ['postrm', values['after-remove']],
] as const) {
  writeFileSync(join(control, script), readFileSync(source), { mode: 0o755 });
}
// Packed at the lowest effort: only what is in it is looked at.
const packing = [`-Z${values['deb-compression']}`, '-z1', '--root-owner-group'];
execFileSync('dpkg-deb', [...packing, '--build', folder, values.package], { stdio: ['ignore', 'ignore', 2] });
rmSync(folder, { recursive: true });
