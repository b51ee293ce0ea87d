/** POST /price/v1 (spec: Endpoints > Price). */

import { type PriceRequest, priceAnswerSchema, priceRequestSchema } from '../../src-shared/api/price.ts';
import { type CatalogueMaterial, materials } from '../catalogue/catalogue.ts';
import type { RegisterRoutes } from '../context.ts';
import { badField } from '../fault.ts';
import { readFields } from '../http/fields.ts';
import { suggest } from '../http/suggestions.ts';
import { described } from '../openapi/description.ts';
import { centsInMaterial, currency, dollarsText, type PartMeasures } from '../pricing/price-in-material.ts';
import { materialNamed } from './model-rules.ts';

/** Nothing printable measures 100 m. Such numbers come from a wrong unit. */
const longest = 100;

const all = [...materials.values()];

export const registerPrice: RegisterRoutes = (app, { baseUrl }) => {
  let next = '';
  let nextFor: string | null = null;
  app.post(
    '/price/v1',
    described('Prices of a geometry; metres, square metres and cubic metres', priceAnswerSchema, {
      body: priceRequestSchema,
    }),
    async (request, reply) => {
      const asked = readFields(priceRequestSchema, request.body);
      const part = measuresOf(asked);
      if (nextFor !== baseUrl()) {
        nextFor = baseUrl();
        next = JSON.stringify({ uploadModel: suggest(nextFor, 'POST', '/models/v1') });
      }
      // Written by hand, since clients ask for this answer most often. Ids and prices need no escaping.
      let entries = '';
      for (const material of chosen(asked.materials))
        entries += `${entries === '' ? '' : ','}${heads.get(material)}${dollarsText(centsInMaterial(material, part))}${tail}`;
      reply.type('application/json; charset=utf-8');
      return `{"result":"success","prices":{${entries}},"nextActionSuggestions":${next}}`;
    },
  );
};

/** The text before and after each price. */
const heads = new Map(
  all.map((material) => [
    material,
    `"${material.materialId}":{"materialId":"${material.materialId}","price":`,
  ]),
);
const tail = `,"currency":"${currency}"}`;

/**
 * A part that fits no printer still has a price [Assumption: price-without-fit]: the answer has no field for
 * more, and clients can compare with the printers' bounds. Volume and area may be 0.
 */
function measuresOf(asked: PriceRequest): PartMeasures {
  const axis = (name: 'x' | 'y' | 'z'): number => {
    const [min, max] = [asked[`${name}BoundMin`], asked[`${name}BoundMax`]];
    if (max < min) throw badField(`${name}BoundMax`, `is smaller than ${name}BoundMin.`);
    if (max - min > longest)
      throw badField(`${name}BoundMax`, `spans more than ${longest} m. Send bounds in metres.`);
    return max - min;
  };
  if (asked.volume < 0) throw badField('volume', 'is negative.');
  if (asked.area < 0) throw badField('area', 'is negative.');
  if (asked.volume > longest ** 3)
    throw badField('volume', 'is absurdly large. Send the volume in cubic metres.');
  if (asked.area > longest ** 3) throw badField('area', 'is absurdly large. Send the area in square metres.');
  return { volume: asked.volume, area: asked.area, size: [axis('x'), axis('y'), axis('z')] };
}

function chosen(ids: readonly number[]): readonly CatalogueMaterial[] {
  if (ids.length === 0) return all;
  return [...new Set(ids)].map((materialId) => materialNamed('materials', materialId));
}
