/**
 * The agreement of an order, as `fabdesk queue show` prints it: exactly what was agreed, and nothing that was
 * not.
 */
import type { AgreedLine, Agreement } from '../../../../src-shared/jobs/agreement-schema.ts';
import { orderSum } from '../../../../src-shared/jobs/order-sum.ts';
import { isOpen, mostOf } from '../../../../src-shared/units/money.ts';
import { estimateText } from '../analysis/file-price.ts';
import { addressLines } from '../input/address.ts';
import { labelled, right, tableLines } from './format.ts';
import { costText, knownTotalText } from './open-prices.ts';
import type { Output } from './output.ts';

/**
 * `account`: its name, or its id where the account is gone. `isUnsigned`: it is a proposal, and nobody has
 * agreed yet.
 */
export function writeAgreement(
  out: Output,
  agreement: Agreement,
  account: string,
  isUnsigned: boolean,
): void {
  const { t, format, style } = out;
  const { currency, shipping, reference, consent, agreedAt, found } = agreement;
  const money = (amount: number | null) =>
    amount === null ? t('queue.notKnown') : format.money({ amount, currency });
  const isLimit = agreement.lines.some(isOpen);
  const upTo = (amount: number, isOpenAmount: boolean) =>
    costText(out, { amount, currency, isLimit: isOpenAmount });
  const parts = found
    ? { ...found, amount: found.parts, isLimit: false }
    : { amount: agreement.parts, currency, isLimit };
  const price = found?.shippingPrice ?? shipping.price;
  const sum = orderSum(parts, price);
  const [heading = '', ...body] = tableLines(out, agreement.lines, [
    [right('cli.column.quantity'), ({ quantity }) => format.integer(quantity)],
    ['ui.part', ({ title }) => title],
    ['ui.material', ({ materialTitle }) => materialTitle],
    [right('quote.column.each'), (line) => upTo(mostOf(line), isOpen(line))],
    [right('library.prices.base'), ({ base }) => (base === null ? '' : money(base))],
    [right('library.prices.markup'), ({ markup }) => (markup === null ? '' : money(markup))],
  ]);
  out.line(heading);
  for (const [at, line] of body.entries()) {
    out.line(line);
    for (const fact of factsOf(out, agreement, at)) out.line(`     ${style.dim(fact)}`);
  }
  out.line();
  const sent =
    reference === null ? agreement.address : { ...agreement.address, [reference.field]: reference.value };
  const [to = '', ...below] = addressLines(sent, t);
  const facts: [string, string][] = [
    [t('queue.parts'), upTo(agreement.parts, isLimit)],
    [t('cli.agreement.found'), found === undefined ? '' : format.money(parts)],
    [t('cli.summary.fee'), upTo(sum.fee, sum.isLimit)],
    [t('queue.shipping'), `${money(price)}, ${shipping.option}`],
    [t('orders.total'), knownTotalText(out, sum)],
    [t('cli.agreement.incentives'), agreement.extras.incentives.join(', ')],
    [t('cart.metadata'), agreement.extras.metadata.map(({ name, value }) => `${name}=${value}`).join(', ')],
    [t('proposals.to'), to],
    ...below.map((line): [string, string] => ['', line]),
    [t('orders.reference'), reference?.value ?? t('cli.agreement.none')],
    [t('quote.account'), account],
    [
      t('cli.summary.consent'),
      consent === null
        ? t('queue.notKnown')
        : t('cli.summary.consentSince', { time: consent.rightsAndTermsAt }),
    ],
    [t(isUnsigned ? 'proposals.proposed' : 'cli.agreement.agreed'), format.dated(agreedAt)],
  ];
  for (const line of labelled(facts)) out.line(line);
}

/**
 * The exact product: the bytes and their scale, or the model and its version; and what is known of an open
 * price.
 */
function factsOf(out: Output, { lines, currency, found }: Agreement, at: number): string[] {
  const line = lines[at];
  return line === undefined
    ? []
    : [...priceFacts(out, line, currency, found?.unitPrices[at]), ...madeOf(out, line)];
}

function priceFacts({ t, say }: Output, line: AgreedLine, currency: string, found?: number): string[] {
  if (found !== undefined && found !== line.unitPrice)
    return [t('cli.agreement.foundEach', { price: { amount: found, currency } })];
  if (!isOpen(line)) return [];
  const { estimate } = line;
  return estimate
    ? [t('cli.summary.estimate', { estimate: say(estimateText(estimate, currency)) })]
    : [t('cli.summary.noEstimate')];
}

function madeOf({ t, format }: Output, { file, uploadScale, model }: AgreedLine): string[] {
  if (file !== null)
    return [
      t('cli.agreement.file', { file: file.name, size: file.size }),
      `SHA-256 ${file.sha256}`,
      ...(uploadScale === null ? [] : [t('cli.agreement.scale', { scale: format.measured(uploadScale) })]),
    ];
  if (model === null) return [];
  const version = model.version == null ? t('queue.notKnown') : String(model.version);
  return [
    t('cli.agreement.model', { model: String(model.modelId), version }),
    ...(model.md5 == null ? [] : [`MD5 ${model.md5}`]),
  ];
}
