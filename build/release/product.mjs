/**
 * What stores and packages say about Fabdesk, from package.json and electron-builder.yml, so that all say the
 * same.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/root.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');
const { name, productName, version, license, author, homepage } = JSON.parse(read('package.json'));
const builder = read('electron-builder.yml');
const formats = [...builder.matchAll(/\{ ext: '?(\w+)'?, name: ([^,]+), .*mimeType: ([^,]+),/g)];

export const product = {
  name,
  productName,
  version,
  license,
  publisher: author,
  homepage,
  appId: /^appId: (\S+)$/m.exec(builder)[1],
  scheme: /schemes: \[(\w+)\]/.exec(builder)[1],
  formats: formats.map(([, ending, title, mimeType]) => ({ ending, title, mimeType })),
};

/**
 * For each language of the catalogue, English first, which is every store's default. The synopsis has no full
 * stop, as every store wants it.
 */
export const texts = {
  en: {
    locale: 'en-US',
    synopsis: 'Check, price and order 3D prints',
    paragraphs: [
      'Drop a model and see it on the plate, with its checks and its price in every material, and order it, online or offline.',
      'Fabdesk includes a complete print service, so it works from the first start without an account.',
    ],
  },
  de: {
    locale: 'de-DE',
    synopsis: '3D-Drucke prüfen, kalkulieren und bestellen',
    paragraphs: [
      'Modell ablegen und auf der Platte sehen, mit Prüfung und Preis in jedem Material, und bestellen: online oder offline.',
      'Fabdesk enthält einen vollständigen Druckdienst und läuft daher vom ersten Start an ohne Konto.',
    ],
  },
};

/** The other languages with their texts. */
export const translations = Object.entries(texts).filter(([language]) => language !== 'en');
