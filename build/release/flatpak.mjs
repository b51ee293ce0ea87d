/**
 * What Flathub wants: a manifest that unpacks the published tar.gz, with the entry, the types and the
 * description.
 */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/root.mjs';
import { artifact } from './artifacts.mjs';
import { product, texts, translations } from './product.mjs';

const { appId } = product;
const runtime = '24.08';

/**
 * Zypak starts Chromium's sandbox with Flatpak's own; the files of a person come through portals, or from
 * these folders.
 */
const rights = [
  '--share=ipc',
  '--share=network',
  '--socket=wayland',
  '--socket=fallback-x11',
  '--device=dri',
  '--talk-name=org.freedesktop.secrets',
  '--talk-name=org.freedesktop.Notifications',
  '--filesystem=xdg-documents:ro',
  '--filesystem=xdg-download:ro',
];

/**
 * @param url of the folder that the artifacts are published in
 * @param date of the release, YYYY-MM-DD
 * @returns whether there is a tar.gz to name
 */
export function writeFlatpak(folder, url, date) {
  const archives = [
    ['x64', 'x86_64'],
    ['arm64', 'aarch64'],
  ].flatMap(([arch, flatpakArch]) => {
    const found = artifact(folder, 'linux', arch, 'tar.gz');
    return found === null ? [] : [{ flatpakArch, ...found }];
  });
  if (archives.length === 0) return false;
  const target = join(folder, 'flatpak');
  mkdirSync(target, { recursive: true });
  const write = (name, text) => writeFileSync(join(target, name), text);
  write(`${appId}.yml`, manifest(archives, url));
  write(`${appId}.desktop`, desktopEntry());
  write(`${appId}.xml`, mimeTypes());
  write(`${appId}.metainfo.xml`, metainfo(date));
  for (const icon of iconFiles()) copyFileSync(join(root, 'build', 'icons', icon), join(target, icon));
  return true;
}

const iconFiles = () => readdirSync(join(root, 'build', 'icons')).sort();

function manifest(archives, url) {
  const share = `/app/share`;
  const installs = [
    `mkdir -p /app/${product.name}`,
    `cp -a app/. /app/${product.name}`,
    `install -Dm755 start.sh /app/bin/${product.name}`,
    `install -Dm644 ${appId}.desktop ${share}/applications/${appId}.desktop`,
    `install -Dm644 ${appId}.xml ${share}/mime/packages/${appId}.xml`,
    `install -Dm644 ${appId}.metainfo.xml ${share}/metainfo/${appId}.metainfo.xml`,
    ...iconFiles().map((icon) => {
      const [size] = icon.split('.');
      return `install -Dm644 ${icon} ${share}/icons/hicolor/${size}/apps/${appId}.png`;
    }),
  ];
  const files = [`${appId}.desktop`, `${appId}.xml`, `${appId}.metainfo.xml`, ...iconFiles()];
  return [
    `id: ${appId}`,
    'runtime: org.freedesktop.Platform',
    `runtime-version: '${runtime}'`,
    'sdk: org.freedesktop.Sdk',
    'base: org.electronjs.Electron2.BaseApp',
    `base-version: '${runtime}'`,
    `command: ${product.name}`,
    'finish-args:',
    ...rights.map((right) => `  - ${right}`),
    'modules:',
    `  - name: ${product.name}`,
    '    buildsystem: simple',
    '    build-commands:',
    ...installs.map((command) => `      - ${command}`),
    '    sources:',
    ...archives.flatMap(({ flatpakArch, name, sha256 }) => [
      '      - type: archive',
      `        only-arches: [${flatpakArch}]`,
      '        dest: app',
      `        url: ${url}${name}`,
      `        sha256: ${sha256}`,
    ]),
    '      - type: script',
    '        dest-filename: start.sh',
    '        commands:',
    `          - exec zypak-wrapper /app/${product.name}/${product.name} "$@"`,
    ...files.flatMap((path) => ['      - type: file', `        path: ${path}`]),
    '',
  ].join('\n');
}

function desktopEntry() {
  const types = [...new Set(product.formats.map(({ mimeType }) => mimeType))];
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${product.productName}`,
    `Comment=${texts.en.synopsis}`,
    ...translations.map(([language, { synopsis }]) => `Comment[${language}]=${synopsis}`),
    `Exec=${product.name} %U`,
    `Icon=${appId}`,
    'Terminal=false',
    `StartupWMClass=${product.name}`,
    `MimeType=${types.join(';')};x-scheme-handler/${product.scheme};`,
    'Categories=Graphics;3DGraphics;',
    '',
  ].join('\n');
}

function mimeTypes() {
  const types = product.formats.map(
    ({ ending, title, mimeType }) =>
      `  <mime-type type="${mimeType}"><comment>${title}</comment><glob pattern="*.${ending}"/></mime-type>`,
  );
  const namespace = 'http://www.freedesktop.org/standards/shared-mime-info';
  return `<?xml version="1.0" encoding="utf-8"?>\n<mime-info xmlns="${namespace}">\n${types.join('\n')}\n</mime-info>\n`;
}

function metainfo(date) {
  const paragraphs = [0, 1].flatMap((index) => [
    `    <p>${texts.en.paragraphs[index]}</p>`,
    ...translations.map(
      ([language, { paragraphs }]) => `    <p xml:lang="${language}">${paragraphs[index]}</p>`,
    ),
  ]);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<component type="desktop-application">',
    `  <id>${appId}</id>`,
    '  <metadata_license>CC0-1.0</metadata_license>',
    `  <project_license>${product.license}</project_license>`,
    `  <name>${product.productName}</name>`,
    `  <developer id="org.fabdesk"><name>${product.publisher}</name></developer>`,
    `  <summary>${texts.en.synopsis}</summary>`,
    ...translations.map(
      ([language, { synopsis }]) => `  <summary xml:lang="${language}">${synopsis}</summary>`,
    ),
    '  <description>',
    ...paragraphs,
    '  </description>',
    `  <url type="homepage">${product.homepage}</url>`,
    `  <launchable type="desktop-id">${appId}.desktop</launchable>`,
    '  <content_rating type="oars-1.1"><content_attribute id="money-purchasing">mild</content_attribute></content_rating>',
    `  <releases><release version="${product.version}" date="${date}"/></releases>`,
    '</component>',
    '',
  ].join('\n');
}
