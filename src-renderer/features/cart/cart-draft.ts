/** The cart as a quote: its lines with the prices that they would be ordered at. */
import { sizeOfGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { Catalog } from '../../../src-shared/ipc/catalog.ts';
import type { QuotedPrice, QuoteLine } from '../../../src-shared/ipc/quote-document.ts';
import { processOf } from '../../../src-shared/order-gate/process-of.ts';
import { quotedFile } from '../../../src-shared/quote-document/quoted-file.ts';
import { quotedVerdict } from '../../../src-shared/quote-document/quoted-verdict.ts';
import { isOpen, mostOf } from '../../../src-shared/units/money.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { fileOfLine } from '../../ui/models/file-of-model.ts';
import type { QuoteDraft } from '../../ui/quote/quote-draft.ts';
import type { Checkout } from './checkout.svelte.ts';
import type { LineCheck } from './requote.ts';

type Known = Pick<AppState, 'catalog' | 'jobs' | 'status'>;

export function cartDraft(checkout: Checkout, app: Known): QuoteDraft {
  const {
    sum: { currency, fee, shipping },
    landed,
  } = checkout;
  return {
    lines: checkout.lines.map((line) => lineOf(line, checkout, app)),
    shipping: shipping === null ? null : { price: shipping, currency },
    fee: { price: fee, currency },
    ...(landed && { landed }),
    leftOut: 0,
  };
}

function lineOf(line: CartLine, checkout: Checkout, app: Known): QuoteLine {
  const { file, original, uploadScale, facts, title, geometry, materialTitle, quantity } = line;
  return {
    name: (original ?? file)?.name ?? title,
    ...(file &&
      uploadScale !== null && {
        source: quotedFile({ ...line, file, uploadScale, possibleUnits: facts?.possibleUnits ?? [] }),
      }),
    file: fileOfLine(line, app),
    size: geometry && sizeOfGeometry(geometry),
    volume: geometry?.volume ?? null,
    material: materialTitle,
    process: processTitle(line, app.catalog),
    quantity,
    price: priceOf(line, checkout.checks.of(line)),
    verdict: quotedVerdict(checkout.checks.verdictOf(line), {
      isAccepted: line.acceptedVerdict === 'refused',
    }),
  };
}

function processTitle({ materialId }: CartLine, catalog: Catalog | null): string | null {
  const material = catalog?.materials.find((known) => known.materialId === materialId);
  return (catalog && material && processOf(material, catalog.printers).printer?.title) ?? null;
}

/** Null if the service has no price for the line any more. */
function priceOf(line: CartLine, check: LineCheck | undefined): QuotedPrice | null {
  if (check?.kind === 'unavailable') return null;
  const { currency, quotedAt } = line;
  const each = mostOf(line);
  return isOpen(line)
    ? { kind: 'limited', each, currency }
    : { kind: 'named', each, currency, quotedAt, isLast: check?.kind === 'not-checked' };
}
