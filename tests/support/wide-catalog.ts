/** A small catalogue in the contract's form, for tests of the window. Sizes of the printers in cm. */
import type { Catalog } from '../../src-shared/ipc/catalog.ts';
import { centimetres } from '../../src-shared/units/units.ts';

const printer = (printerId: number, title: string, x: number, y: number, z: number) => ({
  printerId,
  title,
  xBoundMin: centimetres(0.1),
  xBoundMax: centimetres(x),
  yBoundMin: centimetres(0.1),
  yBoundMax: centimetres(y),
  zBoundMin: centimetres(0.1),
  zBoundMax: centimetres(z),
});

const material = (materialId: number, title: string, printerId: number) => ({
  materialId,
  title,
  supportsColorFiles: /full color/i.test(title),
  printerId,
  swatch: '',
  restrictions: {},
});

export const wideCatalog: Catalog = {
  materials: [
    material(6, 'White Strong & Flexible', 5),
    material(25, 'Black Strong & Flexible', 8),
    material(76, 'Coral Red Strong & Flexible Polished', 20),
    material(78, 'Royal Blue Strong & Flexible Polished', 20),
    material(61, 'Frosted Ultra Detail', 19),
    material(5, 'White Detail', 4),
    material(4, 'Transparent Detail', 4),
    material(26, 'Full Color Sandstone', 11),
    material(64, 'Gloss Black Ceramics', 21),
    material(81, 'Premium Silver', 25),
    material(23, 'Stainless Steel', 6),
    material(31, 'Gold Plated Matte', 14),
    material(28, 'Alumide', 12),
  ],
  printers: [
    printer(4, 'Somatech Objet 720', 25.0, 25.0, 20.0),
    printer(5, 'SLS Printer', 66.0, 35.0, 55.0),
    printer(6, 'Metal Printer matt', 100.0, 45.0, 25.0),
    printer(8, 'SLS Color Printer', 18.0, 23.0, 32.0),
    printer(11, 'ZPrinter 650', 25.4, 38.1, 20.3),
    printer(12, 'SLS Alumide', 18.411, 23.256, 31.7),
    printer(14, 'Metal printer Gold', 100.0, 45.0, 25.0),
    printer(19, 'UHD printer', 12.7, 17.8, 15.8),
    printer(20, 'SLS Printer polished', 15.0, 15.0, 15.0),
    printer(21, 'Ceramics printer', 34.0, 24.0, 17.0),
    printer(25, 'Super Silver Printer', 10.0, 10.0, 3.0),
  ],
  categories: {},
  fetchedAt: 1_795_000_000_000,
};

/**
 * A cube of 9.3713 mm fits half of these printers and one of 238 mm all, so such a file, in which nothing is
 * round, could be in either unit.
 */
export const doubtfulCatalog: Catalog = {
  ...wideCatalog,
  printers: wideCatalog.printers.map((printer, at) => {
    const [least, most] = [centimetres(at % 2 === 0 ? 0.1 : 3), centimetres(60)];
    const bounds = { xBoundMin: least, xBoundMax: most, yBoundMin: least, yBoundMax: most };
    return { ...printer, ...bounds, zBoundMin: least, zBoundMax: most };
  }),
};
