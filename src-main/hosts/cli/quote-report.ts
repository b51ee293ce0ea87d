/** What `fabdesk quote` shows: for people a price table a file, for programs everything in metres. */

import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import type { Quote } from '../../../src-shared/ipc/contract.ts';
import { cubicCentimetres } from '../../../src-shared/units/units.ts';
import { isPrintable } from './analyse.ts';
import { unitSentence } from './choose-unit.ts';
import { formatMoney, formatNumber, formatSize, formatTime, tableLines } from './format.ts';
import { type FileFailure, isFailure } from './model-files.ts';
import type { Output } from './output.ts';
import type { MaterialPrice, SizedModel } from './priced-models.ts';

export interface QuotedModel {
  readonly model: SizedModel;
  readonly quote: Quote;
  readonly prices: readonly MaterialPrice[];
}

/** The entry of `quote --json`. Lengths in m, area in m2, volume in m3. */
export function quoteEntry(result: QuotedModel | FileFailure): object {
  if (isFailure(result)) return { file: result.file, error: result.error };
  const { model, quote, prices } = result;
  const { analysis, chosen, geometry } = model;
  return {
    file: model.source.file,
    format: analysis.format,
    unit: chosen.unit,
    unitFrom: chosen.from,
    unitEvidence: chosen.evidence,
    unitCandidates: chosen.candidates,
    scale: model.scale,
    uploadScale: model.uploadScale,
    triangles: analysis.measures.triangles,
    boundingBox: {
      min: [geometry.xBoundMin, geometry.yBoundMin, geometry.zBoundMin],
      max: [geometry.xBoundMax, geometry.yBoundMax, geometry.zBoundMax],
    },
    area: geometry.area,
    volume: geometry.volume,
    watertight: analysis.checks.watertight,
    printable: isPrintable(analysis.checks),
    source: quote.source,
    quotedAt: new Date(quote.quotedAt).toISOString(),
    prices,
  };
}

export function writeQuoteReport(out: Output, result: QuotedModel | FileFailure): void {
  const { style } = out;
  if (isFailure(result)) {
    out.line(style.bold(result.file));
    out.line(`  ${style.bad('no price')}  ${result.error.message}`);
    out.line();
    return;
  }
  const { model, quote, prices } = result;
  out.line(style.bold(model.source.file));
  for (const line of sizedLines(model)) out.line(`  ${line}`);
  if (!isPrintable(model.analysis.checks)) {
    out.line(`  ${style.warn('warn')}  It has defects and may be refused. Run "fabdesk check" on it first.`);
  }
  if (quote.source === 'cached') {
    out.line(
      `  ${style.warn('note')}  The service cannot be reached. These are its prices of ${formatTime(quote.quotedAt)}.`,
    );
  }
  out.line();
  for (const line of priceLines(prices, out)) out.line(`  ${line}`);
  out.line();
}

/** Unit, size and volume, in millimetres and cubic centimetres as people say them. */
export function sizedLines(model: SizedModel): string[] {
  const { analysis, chosen, scale, uploadScale, geometry } = model;
  const { bounds, volumeBand } = analysis.measures;
  const lines = [`unit    ${unitSentence(chosen)}`];
  if (scale !== 1) lines.push(`scale   ${formatNumber(scale)}`);
  if (bounds === null) return lines;
  const size = sizeOf(bounds).map((side) => side * uploadScale * 1000);
  const provisional = volumeBand === null ? '' : ' (provisional, the surface is not sound)';
  const volume = cubicCentimetres(geometry.volume);
  lines.push(`size    ${formatSize(size, 'mm')}`, `volume  ${formatNumber(volume)} cm³${provisional}`);
  return lines;
}

function priceLines(prices: readonly MaterialPrice[], out: Output): string[] {
  if (prices.length === 0) return ['The service offers no material for it.'];
  const rows = prices.map(({ materialId, title, price, currency, fits }) => [
    String(materialId),
    title,
    price === null ? 'not known yet' : formatMoney(price, currency),
    fits === null ? 'not known' : fits ? 'fits' : 'does not fit the printer',
  ]);
  const columns = [
    { title: 'ID', align: 'right' },
    { title: 'Material' },
    { title: 'Price', align: 'right' },
    { title: 'Printer' },
  ] as const;
  const [heading = '', ...lines] = tableLines(columns, rows);
  return [
    out.style.dim(heading),
    ...lines.map((line, at) => (prices[at]?.fits === false ? out.style.dim(line) : line)),
  ];
}
