/**
 * Manifests for winget: https://github.com/microsoft/winget-pkgs wants one folder a version with these files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifact } from './artifacts.mjs';
import { product, texts, translations } from './product.mjs';

const schema = '1.10.0';
const id = `${product.productName}.${product.productName}`;
const head = (type) => [
  `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${schema}.schema.json`,
  `PackageIdentifier: ${id}`,
  `PackageVersion: ${product.version}`,
];
const tail = (type) => [`ManifestType: ${type}`, `ManifestVersion: ${schema}`, ''];

/**
 * @param url of the folder that the artifacts are published in @returns whether there are installers to name
 */
export function writeWinget(folder, url) {
  const installers = ['x64', 'arm64'].flatMap((arch) => {
    const found = artifact(folder, 'win', arch, 'exe');
    return found === null ? [] : [{ arch, ...found }];
  });
  if (installers.length === 0) return false;
  const target = join(folder, 'winget');
  mkdirSync(target, { recursive: true });
  const write = (name, lines) => writeFileSync(join(target, `${id}${name}.yaml`), lines.join('\n'));
  const writeLocale = (type, text) => write(`.locale.${text.locale}`, [...locale(type, text), ...tail(type)]);
  write('', [...head('version'), `DefaultLocale: ${texts.en.locale}`, ...tail('version')]);
  write('.installer', installerManifest(installers, url));
  writeLocale('defaultLocale', texts.en);
  for (const [, translated] of translations) writeLocale('locale', translated);
  return true;
}

function installerManifest(installers, url) {
  return [
    ...head('installer'),
    'InstallerType: nullsoft',
    'MinimumOSVersion: 10.0.17763.0',
    'UpgradeBehavior: install',
    `Protocols: [${product.scheme}]`,
    `FileExtensions: [${product.formats.map(({ ending }) => `'${ending}'`).join(', ')}]`,
    'Installers:',
    ...installers.flatMap(({ arch, name, sha256 }) => [
      `  - Architecture: ${arch}`,
      `    InstallerUrl: ${url}${name}`,
      `    InstallerSha256: ${sha256.toUpperCase()}`,
    ]),
    ...tail('installer'),
  ];
}

const locale = (type, { locale, synopsis, paragraphs }) => [
  ...head(type),
  `PackageLocale: ${locale}`,
  `Publisher: ${product.publisher}`,
  `PackageName: ${product.productName}`,
  `PackageUrl: ${product.homepage}`,
  `License: ${product.license}`,
  `ShortDescription: ${synopsis}`,
  'Description: |-',
  ...paragraphs.map((text) => `  ${text}`),
];
