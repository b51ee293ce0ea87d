/**
 * The packages that are part of the program, with their licences: those whose modules the bundler used, and
 * those that are shipped beside the code. Read from the installed packages, so that no text can be out of
 * date.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from '../launch/root.mjs';

/** WebAssembly, native modules and the desktop host, which no bundler sees. */
const besideTheCode = [
  '@fontsource-variable/inter',
  '@jsquash/jpeg',
  '@jsquash/png',
  '@jsquash/webp',
  '@napi-rs/keyring',
  'better-sqlite3',
  'draco3dgltf',
  'electron',
  'inter-ui',
  'keytar',
  'manifold-3d',
  'occt-import-js',
];

const isLicence = /^(?:licen[cs]e|copying|notice)/i;
const deepest = 3;

/** Collects the packages of one build; a plugin of Vite. */
export function collectPackages(found) {
  return {
    name: 'collect-packages',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1];
        if (name !== undefined) found.add(name.replace('\\', '/'));
      }
    },
  };
}

/** @param bundled names of packages @returns entries by name, each with the texts of its licence */
export function thirdParty(bundled) {
  const names = [...new Set([...bundled, ...besideTheCode])].filter((name) =>
    existsSync(join(modules, name)),
  );
  const read = names.sort().map((name) => {
    const folder = join(modules, name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = textsIn(folder, 0);
    return { name, version, license: String(license?.type ?? license ?? nameOf(texts)), texts };
  });
  // Some packages name their licence without its text.
  const textOf = (licence) =>
    read.find((one) => one.license === licence && one.texts.length > 0)?.texts ?? [];
  const complete = read.map((one) => (one.texts.length > 0 ? one : { ...one, texts: textOf(one.license) }));
  const silent = complete.filter(({ license, texts }) => license === '' || texts.length === 0);
  if (silent.length > 0)
    throw new Error(
      `These packages say nothing about their licence: ${silent.map(({ name }) => name).join(', ')}`,
    );
  return complete;
}

/** For packages that bring the text of their licence without its name. */
const nameOf = (texts) => (texts.some((text) => mit.test(text)) ? 'MIT' : '');
const mit = /^(?:(?:The )?MIT License\b|[\s\S]{0,200}Permission is hereby granted, free of charge)/i;

function textsIn(folder, depth) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return depth < deepest && entry.name !== 'node_modules' ? textsIn(path, depth + 1) : [];
      return isLicence.test(entry.name) && !/\.(?:js|ts|mjs|cjs|html)$/.test(entry.name)
        ? [readFileSync(path, 'utf8').trim()]
        : [];
    });
}
