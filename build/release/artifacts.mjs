/** What electron-builder made, found by the names that `artifactName` in electron-builder.yml gives. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { product } from './product.mjs';

const published = /\.(AppImage|deb|rpm|tar\.gz|dmg|zip|exe|cdx\.json)$/;

/** Names of the files of this version, sorted. */
export function artifactsIn(folder) {
  const start = `${product.name}-${product.version}`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && published.test(name))
    .sort();
}

export const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The one for a system, an architecture and an ending, with its hash; null if it was not made. */
export function artifact(folder, os, arch, ending) {
  const name = `${product.name}-${product.version}-${os}-${arch}.${ending}`;
  return artifactsIn(folder).includes(name) ? { name, sha256: sha256(join(folder, name)) } : null;
}

/** As `sha256sum --check` reads it. */
export function writeSums(folder) {
  const lines = artifactsIn(folder).map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}
