import type { Area } from '../message.ts';

/** A quote that is passed on as a document, and the dialog that saves it. */
export const quote = {
  title: 'Quote',
  fileName: 'quote-{day}',
  date: 'Date',
  account: 'Account',
  service: 'Service',
  sandbox:
    'Local print service of Fabdesk (sandbox): these prices are for rehearsals, and nothing is printed.',
  currency: 'Currency',
  'column.part': 'Part',
  'column.material': 'Material and verdict',
  'column.quantity': 'Quantity',
  'column.each': 'Each',
  'column.total': 'Amount',
  size: '{size} mm',
  mirrored: 'mirrored',
  scaled: 'Scale {scale:precise}, drawn in {unit}',
  noMaterial: 'No material',
  notKnown: 'not known yet',
  lastKnown: 'last known price, {age:duration} old',
  limited: 'not priced yet',
  estimated: {
    one: 'estimated from one price: {low:money} to {high:money}',
    other: 'estimated from {count:number} prices: {low:money} to {high:money}',
  },
  shipping: 'Shipping',
  fee: 'Fee of the service',
  'total.beforeShipping': 'Total with fee, before shipping, tax and duty',
  'total.beforeTax': 'Total with fee and shipping, before tax and duty',
  'total.beforeFee': 'Total before fee, shipping, tax and duty',
  'totalSome.beforeShipping':
    'Total of {count:number} of {of:number} parts with fee, before shipping, tax and duty',
  'totalSome.beforeTax':
    'Total of {count:number} of {of:number} parts with fee and shipping, before tax and duty',
  'totalSome.beforeFee': 'Total of {count:number} of {of:number} parts before fee, shipping, tax and duty',
  about: 'about {amount:money}',
  unpriced: {
    one: 'One part has no price yet and is not in the total.',
    other: '{count:number} parts have no price yet and are not in the total.',
  },
  refused: {
    one: 'One part will be refused as it is.',
    other: '{count:number} parts will be refused as they are.',
  },
  refusedLeftOut: {
    one: 'One part will be refused as it is and is not in the total.',
    other: '{count:number} parts will be refused as they are and are not in the total.',
  },
  currencies: 'Amounts in different currencies are not added up.',
  pricesAsOf: 'Prices are as of {time}.',
  closing: 'Nothing was ordered.',
  missingSigns: 'The sign {sign} stands for a character that this document cannot show.',
  page: 'Page {page:number} of {pages:number}',
  notDrawn: 'The quote could not be written as PDF ({cause}). Save it as CSV instead.',
  save: 'Save quote…',
  'save.title': 'Save quote',
  'save.text':
    'The parts with pictures, sizes, materials, verdicts and prices, to pass on. Nothing is ordered.',
  'save.parts': { one: 'One part', other: '{count:number} parts' },
  'save.partsSome': '{count:number} of {of:number} parts',
  'save.asking': 'Getting prices…',
  'save.pdf': 'Save as PDF',
  'save.csv': 'Save as CSV',
  'save.csvHint': 'CSV is a table for spreadsheets and programs, without pictures.',
  'save.nothing': 'No part can be quoted yet.',
  'save.leftOut': {
    one: 'One part could not be read and is left out.',
    other: '{count:number} parts could not be read and are left out.',
  },
} as const satisfies Area;
