/**
 * Reads the answer of getPrinters (spec: Resources > Legacy SOAP types). Missing or absurd values are left
 * out; they never become a zero that would count as a fact.
 */
import type { MaterialAppearance } from '../../src-shared/api/printer-facts.ts';
import { longestName, onOneLine } from '../../src-shared/messages/foreign-text.ts';
import type { SoapParts } from '../../src-shared/soap/message.ts';
import { XmlError } from '../../src-shared/soap/xml.ts';
import { type Metres, metres } from '../../src-shared/units/units.ts';

export interface SoapMaterial {
  readonly id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly appearance: MaterialAppearance;
  readonly startupCost: number | null;
}

export interface SoapPrinter {
  readonly title: string;
  readonly technology: string | null;
  readonly minimumWall: Metres | null;
  readonly materials: readonly SoapMaterial[];
}

/** Characters of a description. */
const longestDescription = 1_000;

/** Far more than any service has. By references, a short answer can name many. */
const mostPrinters = 1_000;
const mostMaterials = 10_000;

/** Throws `XmlError`. */
export function readPrinters(answer: SoapParts): SoapPrinter[] {
  const items = answer.structs('getPrintersReturn');
  if (items.length > mostPrinters) throw new XmlError('printers');
  let materials = 0;
  return items.map((item) => {
    const own = item.structs('materials');
    materials += own.length;
    if (materials > mostMaterials) throw new XmlError('materials');
    return {
      title: short(item.text('title')) ?? '',
      technology: short(item.text('technology')),
      minimumWall: readWall(item.number('wallthickness')),
      materials: own.map(readMaterial),
    };
  });
}

/**
 * In cm, like the bounds of the same printer [Assumption: wall-unit]; in whole micrometres, so that 0.7 mm
 * are 0.0007 m. A value of 10 cm or more is not a wall, and one below 0.01 mm, which no printer makes, would
 * be shown as 0 mm.
 */
const readWall = (wall: number | null): Metres | null =>
  wall !== null && wall >= 0.001 && wall < 10 ? metres(Math.round(wall * 1e4) / 1e6) : null;

function readMaterial(item: SoapParts): SoapMaterial {
  const id = item.number('id');
  const startup = item.number('startup_cost');
  const appearance = {
    baseColor: readColor(item.text('base_color')),
    specularColor: readColor(item.text('specular_color')),
    // The exponent of Phong's model.
    shininess: within(item.number('shineness'), 0, 128),
    opacity: within(item.number('opacity'), 0, 1),
    translucency: within(item.number('translucency'), 0, 1),
    refractiveIndex: within(item.number('refractive_index'), 1, 5),
  };
  return {
    id: id !== null && Number.isSafeInteger(id) && id >= 0 ? id : null,
    title: short(item.text('title')) ?? '',
    description: onOneLine(item.text('description') ?? '', longestDescription) || null,
    appearance: Object.fromEntries(Object.entries(appearance).filter(([, value]) => value !== null)),
    startupCost: within(startup, 0, 1e6),
  };
}

const within = (value: number | null, least: number, most: number): number | null =>
  value !== null && value >= least && value <= most ? value : null;

/** `#rrggbb`, also with three digits, without the sign, or with 0x. */
function readColor(text: string | null): string | null {
  const digits = /^(?:#|0x)?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text ?? '')?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`;
}

const short = (text: string | null): string | null =>
  text === null ? null : onOneLine(text, longestName) || null;
