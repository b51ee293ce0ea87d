/** The output of `fabdesk quote`: for people a price table per file, for programs everything in metres. */
import { feeShare } from '../../../../src-shared/api/fee.ts';
import { type LandedShare, shareText } from '../../../../src-shared/estimate/landed-cost.ts';
import { isDoubt } from '../../../../src-shared/geometry/doubts.ts';
import { sizeOf } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import { orderSum } from '../../../../src-shared/jobs/order-sum.ts';
import { assessPart } from '../../../../src-shared/order-gate/assess-part.ts';
import type { PrintableRange } from '../../../../src-shared/order-gate/printable-range.ts';
import { roundMoney } from '../../../../src-shared/units/money.ts';
import { cubicCentimetres } from '../../../../src-shared/units/units.ts';
import { englishText } from '../../../main-error.ts';
import { isPrintable } from '../analysis/analyse.ts';
import { gatePartOf, levelWord, obstacleLines, rangeEntry, verdictEntry } from '../analysis/gate.ts';
import type { MaterialPrice, QuotedModel } from '../analysis/priced-models.ts';
import type { SizedModel } from '../analysis/sized-model.ts';
import { accountEntry } from '../app/with-app.ts';
import { unitEntry, unitText } from '../input/choose-unit.ts';
import { type FileFailure, isFailure } from '../input/model-files.ts';
import { type Column, formatSize, labelled, right, tableLines } from './format.ts';
import type { Output } from './output.ts';

/** The entry of `quote --json`. Lengths in m, area in m2, volume in m3. */
export function quoteEntry(
  result: QuotedModel | FileFailure,
  account: Account,
  landed?: LandedShare | null,
): object {
  if (isFailure(result)) return { file: result.file, error: result.error };
  const { model, quantity, quote, prices } = result;
  const { analysis, chosen, geometry } = model;
  return {
    file: model.source.file,
    account: accountEntry(account),
    quantity,
    format: analysis.format,
    ...unitEntry(chosen),
    unitCandidates: chosen.candidates.map((candidate) => ({
      ...candidate,
      evidence: candidate.evidence.map(englishText).join(' '),
    })),
    scale: model.scale,
    uploadScale: model.uploadScale,
    triangles: analysis.measures.triangles,
    colours: analysis.colours ?? null,
    warnings: analysis.warnings.map(englishText),
    boundingBox: boxEntry(geometry),
    area: geometry.area,
    volume: geometry.volume,
    watertight: analysis.checks.watertight,
    printable: isPrintable(analysis.checks),
    source: quote.source,
    quotedAt: new Date(quote.quotedAt).toISOString(),
    verdict: verdictEntry(assessPart(gatePartOf(model), null)),
    prices: prices.map(({ verdict, reason: _, range, ...price }) => ({
      ...price,
      verdict: verdict && verdictEntry(verdict),
      ...(range !== undefined && { range: rangeEntry(range) }),
    })),
    ...(landed !== undefined && { landed }),
  };
}

export const boxEntry = (geometry: SizedModel['geometry']) => ({
  min: [geometry.xBoundMin, geometry.yBoundMin, geometry.zBoundMin],
  max: [geometry.xBoundMax, geometry.yBoundMax, geometry.zBoundMax],
});

export function writeQuoteReport(
  out: Output,
  result: QuotedModel | FileFailure,
  landed?: LandedShare | null,
): void {
  const { style, t } = out;
  if (isFailure(result)) {
    out.line(style.bold(result.file));
    out.line(`  ${style.bad(t('cli.quote.noPrice'))}  ${out.problem(result.error)}`);
    out.line();
    return;
  }
  const { model, quantity, quote, prices } = result;
  out.line(style.bold(model.source.file));
  for (const line of sizedLines(model, out)) out.line(`  ${line}`);
  for (const line of obstacleLines(out, assessPart(gatePartOf(model), null))) out.line(`  ${line}`);
  if (quote.source === 'cached') {
    out.line(`  ${style.warn(t('cli.label.note'))}  ${t('cli.quote.stale', { time: quote.quotedAt })}`);
  }
  out.line();
  for (const line of priceLines(prices, quantity, out)) out.line(`  ${line}`);
  out.line(`  ${style.dim(t('cli.quote.besides', { share: feeShare }))}`);
  if (landed) out.line(`  ${style.dim(shareText(landed, out.messages))}`);
  out.line();
}

/** Unit, size and volume, in millimetres and cubic centimetres; and what may be wrong with them. */
export function sizedLines(model: SizedModel, { t, format, say, style }: Output): string[] {
  const { analysis, chosen, scale, uploadScale, geometry } = model;
  const { bounds, volumeBand } = analysis.measures;
  const rows: [string, string][] = [[t('cli.label.unit'), unitText(chosen).map(say).join(' ')]];
  if (scale !== 1) rows.push([t('cli.label.scale'), format.measured(scale)]);
  if (bounds !== null) {
    const size = sizeOf(bounds).map((side) => side * uploadScale * 1000);
    const volume = `${format.measured(cubicCentimetres(geometry.volume))} cm³`;
    rows.push(
      [t('cli.label.size'), formatSize(format, size, 'mm')],
      [t('cli.label.volume'), volumeBand === null ? volume : t('cli.volume.provisional', { volume })],
    );
  }
  const doubts = analysis.warnings.filter(isDoubt);
  return [...labelled(rows), ...doubts.map((doubt) => `${style.warn(t('cli.label.note'))}  ${say(doubt)}`)];
}

function priceLines(prices: readonly MaterialPrice[], quantity: number, out: Output): string[] {
  const { t, format } = out;
  if (prices.length === 0) return [t('cli.quote.none')];
  const withRange = prices.some(({ range }) => range !== undefined);
  const [heading = '', ...lines] = tableLines(out, prices, [
    [right('cli.column.id'), ({ materialId }) => String(materialId)],
    ['ui.material', ({ title }) => title],
    [
      right('cli.quote.each'),
      ({ price, currency }) =>
        price === null ? t('quote.notKnown') : format.money({ amount: price, currency }),
    ],
    ...optional<MaterialPrice>(quantity > 1, [
      right('cli.quote.totalOf', { count: quantity }),
      ({ price, currency }) => (price === null ? '' : totalText(price * quantity, currency, out)),
    ]),
    ...optional<MaterialPrice>(withRange, [
      'cli.column.scales',
      ({ range }) => rangeText(range ?? null, out),
    ]),
    ['prepare.verdict', (one) => verdictText(one, out)],
  ]);
  return [
    heading,
    ...lines.map((line, at) => (prices[at]?.verdict?.level === 'refused' ? out.style.dim(line) : line)),
  ];
}

const optional = <T>(isShown: boolean, column: Column<T>): Column<T>[] => (isShown ? [column] : []);

const verdictText = ({ verdict, reason }: MaterialPrice, out: Output): string =>
  [
    verdict === null ? out.t('queue.notKnown') : levelWord(out.messages, verdict.level),
    reason === null ? '' : out.say(reason.text),
  ]
    .filter(Boolean)
    .join('. ');

/** With the fee, as far as the price of an order is known before its address is. */
const totalText = (parts: number, currency: string, { format }: Output): string =>
  format.money(orderSum({ amount: roundMoney(parts, currency), currency, isLimit: false }));

/** The scales at which the part is not refused. */
function rangeText(range: PrintableRange | null, { t, format }: Output): string {
  if (range === null) return t('cli.quote.noScale');
  const { smallest, largest } = range.accepted;
  // Rounded inward, so that the part is accepted at the scales that are shown.
  const low = smallest === null ? '' : format.measured(Math.ceil(smallest * 1000) / 1000);
  const high = largest === null ? '' : format.measured(Math.floor(largest * 1000) / 1000);
  if (low !== '' && high !== '') return t('cli.quote.scales', { low, high });
  if (low !== '') return t('cli.quote.scalesFrom', { low });
  return high === '' ? t('cli.quote.anyScale') : t('cli.quote.scalesTo', { high });
}
