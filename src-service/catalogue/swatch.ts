/**
 * The picture of a material, drawn from its colour and finish: a rounded tile under a light from the upper
 * left. Served as SVG at /swatches/<materialId>.svg; nothing is fetched from elsewhere.
 */
import type { CatalogueMaterial, Finish } from './catalogue.ts';

interface Light {
  /** Opacity of the highlight and of the shade, 0 to 1. */
  readonly shine: number;
  readonly shade: number;
  /** Width of the highlight's fall-off, 0 to 1: small is a mirror, large is chalk. */
  readonly spread: number;
}

const lights: Readonly<Record<Finish, Light>> = {
  matte: { shine: 0.18, shade: 0.22, spread: 1 },
  satin: { shine: 0.4, shade: 0.25, spread: 0.7 },
  gloss: { shine: 0.85, shade: 0.3, spread: 0.35 },
  metal: { shine: 0.95, shade: 0.5, spread: 0.45 },
  brushed: { shine: 0.45, shade: 0.4, spread: 0.8 },
  frosted: { shine: 0.55, shade: 0.1, spread: 0.9 },
  clear: { shine: 0.8, shade: 0.12, spread: 0.5 },
  colour: { shine: 0.2, shade: 0.2, spread: 1 },
};

const grain = (finish: Finish): string =>
  finish === 'matte' || finish === 'frosted' || finish === 'colour'
    ? '<filter id="g"><feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="7"/>' +
      '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.16 0"/></filter>'
    : finish === 'brushed'
      ? '<filter id="g"><feTurbulence type="fractalNoise" baseFrequency="0.02 0.9" numOctaves="2" seed="7"/>' +
        '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.3 0"/></filter>'
      : '';

const body = (material: CatalogueMaterial): string =>
  material.finish === 'colour'
    ? ['#c4472f', '#e0a33b', '#5f8f4e', '#3f6fa3']
        .map((fill, i) => `<rect x="${4 + i * 30}" y="4" width="31" height="120" fill="${fill}"/>`)
        .join('')
    : `<rect x="4" y="4" width="120" height="120" fill="${material.color}"/>`;

/** A complete SVG document, 128 by 128. It has no text, so it needs no translation. */
export function drawSwatch(material: CatalogueMaterial): string {
  const light = lights[material.finish];
  const noise = grain(material.finish);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128"><defs>' +
    '<clipPath id="c"><rect x="4" y="4" width="120" height="120" rx="20"/></clipPath>' +
    `<radialGradient id="l" cx="0.3" cy="0.25" r="${light.spread}">` +
    `<stop offset="0" stop-color="#fff" stop-opacity="${light.shine}"/>` +
    '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>' +
    '<linearGradient id="s" x1="0.2" y1="0.2" x2="1" y2="1"><stop offset="0.4" stop-opacity="0"/>' +
    `<stop offset="1" stop-opacity="${light.shade}"/></linearGradient>${noise}</defs>` +
    `<g clip-path="url(#c)">${body(material)}` +
    (noise ? '<rect x="4" y="4" width="120" height="120" filter="url(#g)"/>' : '') +
    '<rect x="4" y="4" width="120" height="120" fill="url(#s)"/>' +
    '<rect x="4" y="4" width="120" height="120" fill="url(#l)"/></g>' +
    '<rect x="4.5" y="4.5" width="119" height="119" rx="19.5" fill="none" stroke="#000" stroke-opacity="0.25"/></svg>'
  );
}
