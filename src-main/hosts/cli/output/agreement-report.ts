/** The agreement of an order, as `fabdesk queue show` prints it: exactly what was agreed, and nothing that was not. */
import type { AgreedLine, Agreement } from '../../../../src-shared/jobs/agreement-schema.ts';
import { addressLines } from '../input/address.ts';
import { labelled, tableLines } from './format.ts';
import type { Output } from './output.ts';

/** `account`: its name, or its id where the account is gone. */
export function writeAgreement(out: Output, agreement: Agreement, account: string): void {
  const { t, format, style } = out;
  const { currency, total, fee, shipping, reference, consent, agreedAt } = agreement;
  const money = (amount: number | null) =>
    amount === null ? t('cli.agreement.notKnown') : format.money({ amount, currency });
  const rows = agreement.lines.map((line) => [
    format.integer(line.quantity),
    line.title,
    line.materialTitle,
    money(line.unitPrice),
    line.base === null ? '' : money(line.base),
    line.markup === null ? '' : money(line.markup),
  ]);
  const columns = [
    { title: t('cli.column.quantity'), align: 'right' },
    { title: t('cli.column.part') },
    { title: t('cli.column.material') },
    { title: t('cli.column.each'), align: 'right' },
    { title: t('cli.models.base'), align: 'right' },
    { title: t('cli.models.markup'), align: 'right' },
  ] as const;
  const [heading = '', ...body] = tableLines(columns, rows);
  out.line(style.dim(heading));
  for (const [at, line] of body.entries()) {
    out.line(line);
    for (const fact of factsOf(out, agreement.lines[at]!)) out.line(`     ${style.dim(fact)}`);
  }
  out.line();
  const sent =
    reference === null ? agreement.address : { ...agreement.address, [reference.field]: reference.value };
  const [to = '', ...below] = addressLines(sent, t);
  const facts: [string, string][] = [
    [t('cli.summary.parts'), money(total)],
    [t('cli.summary.fee'), money(fee)],
    [t('cli.summary.shipping'), `${money(shipping.price)}, ${shipping.option}`],
    [t('cli.agreement.incentives'), agreement.incentives.join(', ')],
    [
      t('cli.agreement.metadata'),
      (agreement.metadata ?? []).map(({ name, value }) => `${name}=${value}`).join(', '),
    ],
    [t('cli.summary.to'), to],
    ...below.map((line): [string, string] => ['', line]),
    [t('cli.agreement.reference'), reference?.value ?? t('cli.agreement.none')],
    [t('cli.summary.account'), account],
    [
      t('cli.summary.consent'),
      consent === null
        ? t('cli.agreement.notKnown')
        : t('cli.summary.consentSince', { time: consent.rightsAndTermsAt }),
    ],
    [t('cli.agreement.agreed'), format.moment(agreedAt)],
  ];
  for (const line of labelled(facts)) out.line(line);
}

/** What exactly is made: the bytes and their scale, or the model and its version. */
function factsOf({ t, format }: Output, { file, uploadScale, model }: AgreedLine): string[] {
  if (file !== null)
    return [
      t('cli.agreement.file', { file: file.name, size: file.size }),
      `SHA-256 ${file.sha256}`,
      ...(uploadScale === null ? [] : [t('cli.agreement.scale', { scale: format.measured(uploadScale) })]),
    ];
  if (model === null) return [];
  const version = model.version == null ? t('cli.agreement.notKnown') : String(model.version);
  return [
    t('cli.agreement.model', { model: String(model.modelId), version }),
    ...(model.md5 == null ? [] : [`MD5 ${model.md5}`]),
  ];
}
