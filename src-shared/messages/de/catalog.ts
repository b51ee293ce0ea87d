import type { catalog as en } from '../en/catalog.ts';
import type { Translation } from '../message.ts';

export const catalog = {
  search: 'Katalog durchsuchen',
  materials: 'Materialien',
  printers: 'Drucker',
  loading: 'Der Katalog wird geladen …',
  foundMaterials: { one: '{count:number} Material', other: '{count:number} Materialien' },
  foundPrinters: { one: '{count:number} Drucker', other: '{count:number} Drucker' },
  nothing: 'Keine Treffer für „{search}“',
  nothingHint: 'Durchsucht werden Namen, Drucker und Einschränkungen.',
  showAll: 'Alle anzeigen',
  'column.material': 'Material',
  'column.printer': 'Drucker',
  'column.technology': 'Verfahren',
  'column.wall': 'Dünnste Wand ({unit})',
  'column.startup': 'Startgebühr',
  soapProblem: 'Wandstärken und Farben sind möglicherweise veraltet.',
  'column.smallest': 'Mindestmaß ({unit})',
  'column.largest': 'Höchstmaß ({unit})',
  'column.colourFiles': 'Farbdateien',
  'column.restrictions': 'Einschränkungen',
  'column.prints': 'Materialien',
  colour: 'Farbe',
  // Words by which the search finds materials that print colour files.
  colourKeywords: 'farbe farbig bunt color',
  no: 'Nein',
  none: 'Keine',
  noMaterial: 'Keine in diesem Katalog',
} as const satisfies Translation<typeof en>;
