/** GET /printers/v1 and /printers/<id>/v1 (spec: Resources > Printer; Endpoints > Printers). Bounds in cm. */
import { z } from 'zod';
import type { Centimetres } from '../units/units.ts';
import { success } from './envelope.ts';
import { printerFactsShape } from './printer-facts.ts';
import { id, list, number, text } from './wire.ts';

const bound = number.transform((value) => value as Centimetres);

const printerShape = {
  printerId: id,
  title: text,
  xBoundMin: bound,
  xBoundMax: bound,
  yBoundMin: bound,
  yBoundMax: bound,
  zBoundMin: bound,
  zBoundMax: bound,
};

export const printerSchema = z.looseObject(printerShape);
export type Printer = z.infer<typeof printerSchema>;

/** A printer of the catalogue that the application hands out. */
export const catalogPrinterSchema = z.looseObject({ ...printerShape, ...printerFactsShape });
export type CatalogPrinter = z.infer<typeof catalogPrinterSchema>;

export const printerListSchema = success({ printers: list(printerSchema) });
export const printerAnswerSchema = success(printerShape);
