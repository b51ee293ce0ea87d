/** Materials, their swatches, printers and categories: what the catalogue holds (spec: Endpoints). */

import { categoryAnswerSchema, categoryListSchema } from '../../src-shared/api/categories.ts';
import { materialAnswerSchema, materialListSchema } from '../../src-shared/api/materials.ts';
import { printerAnswerSchema, printerListSchema } from '../../src-shared/api/printers.ts';
import {
  type CatalogueMaterial,
  type CataloguePrinter,
  categories,
  materials,
  printers,
  restrictionsOf,
} from '../catalogue/catalogue.ts';
import { drawSwatch } from '../catalogue/swatch.ts';
import type { RegisterRoutes } from '../context.ts';
import { notFound } from '../fault.ts';
import { readId } from '../http/fields.ts';
import { suggest } from '../http/suggestions.ts';
import { described } from '../openapi/description.ts';

type ById<K extends string> = { Params: Record<K, string> };

function named<T>(things: ReadonlyMap<number, T>, kind: string, text: string): T {
  const id = readId(text, kind);
  const thing = things.get(id);
  if (!thing) throw notFound(kind, id);
  return thing;
}

const materialOnWire = (material: CatalogueMaterial, baseUrl: string) => ({
  materialId: material.materialId,
  title: material.title,
  supportsColorFiles: material.supportsColorFiles ? 1 : 0,
  printerId: material.printerId,
  swatch: `${baseUrl}/swatches/${material.materialId}.svg`,
  restrictions: restrictionsOf(material),
});

const printerOnWire = ({ technology: _, minimumWallCm: __, ...printer }: CataloguePrinter) => printer;

export const registerMaterials: RegisterRoutes = (app, { baseUrl }) => {
  let listed = '';
  let listedFor = '';
  app.get('/materials/v1', described('All materials', materialListSchema), async (_request, reply) => {
    if (listedFor !== baseUrl()) {
      listedFor = baseUrl();
      listed = JSON.stringify({
        result: 'success',
        materials: Object.fromEntries(
          [...materials].map(([materialId, material]) => [
            materialId,
            // Strings in the list, and only there (spec: Resources > Conventions).
            {
              ...materialOnWire(material, listedFor),
              materialId: String(materialId),
              printerId: String(material.printerId),
            },
          ]),
        ),
        nextActionSuggestions: [],
      });
    }
    return reply.type('application/json; charset=utf-8').send(listed);
  });

  app.get<ById<'materialId'>>(
    '/materials/:materialId/v1',
    described('One material', materialAnswerSchema),
    async (request) => {
      const material = named(materials, 'Material', request.params.materialId);
      return {
        result: 'success',
        ...materialOnWire(material, baseUrl()),
        nextActionSuggestions: { priceModel: suggest(baseUrl(), 'POST', '/price/v1') },
      };
    },
  );

  app.get<{ Params: { file: string } }>(
    '/swatches/:file',
    { config: { access: 'open' } },
    async (request, reply) => {
      const material = materials.get(Number(/^(\d{1,9})\.svg$/.exec(request.params.file)?.[1] ?? Number.NaN));
      if (!material) throw notFound('Swatch', request.params.file.slice(0, 40));
      return reply
        .type('image/svg+xml')
        .headers({
          'Cache-Control': 'public, max-age=86400',
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
          'X-Content-Type-Options': 'nosniff',
        })
        .send(drawSwatch(material));
    },
  );
};

export const registerPrinters: RegisterRoutes = (app) => {
  app.get('/printers/v1', described('All printers; bounds in cm', printerListSchema), async () => ({
    result: 'success',
    printers: [...printers.values()].map(printerOnWire),
    nextActionSuggestions: {},
  }));

  app.get<ById<'printerId'>>(
    '/printers/:printerId/v1',
    described('One printer', printerAnswerSchema),
    async (request) => {
      const printer = named(printers, 'Printer', request.params.printerId);
      return { result: 'success', ...printerOnWire(printer), nextActionSuggestions: {} };
    },
  );
};

export const registerCategories: RegisterRoutes = (app) => {
  app.get('/categories/v1', described('All categories', categoryListSchema), async () => ({
    result: 'success',
    categories: Object.fromEntries(categories),
    nextActionSuggestions: {},
  }));

  app.get<ById<'categoryId'>>(
    '/categories/:categoryId/v1',
    described('One category', categoryAnswerSchema),
    async (request) => {
      const category = named(categories, 'Category', request.params.categoryId);
      // The fields are also at the top level, as in recorded answers of such a service.
      return { result: 'success', ...category, category, nextActionSuggestions: {} };
    },
  );
};
