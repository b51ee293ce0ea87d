import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src-shared/csv/read-csv.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { quoteCsv } from '../../../src-shared/quote-document/quote-csv.ts';
import { dayAfter, quoteForCustomer } from '../../../src-shared/quote-document/quote-for-customer.ts';
import { quoteFee, quoteSums } from '../../../src-shared/quote-document/quote-sums.ts';
import {
  customerPays,
  priceNote,
  pricesAsOf,
  totalLabel,
  totalNotes,
} from '../../../src-shared/quote-document/quote-text.ts';
import { quotedAccount } from '../../../src-shared/quote-document/quoted-account.ts';
import { estimated, named, quoteDocument, quoteLine, quoteTime } from '../../support/quote-document.ts';

describe('the sums of a quote', () => {
  it('Each piece is rounded before it is multiplied, as on the bill.', () => {
    // 3 pieces of 1.005, which the service charges as 1.01 each.
    const document = quoteDocument([quoteLine({ quantity: 3, price: estimated(1.0051) })]);
    expect(quoteSums(document)).toEqual([{ amount: 3.03, currency: 'USD', certainty: 'estimated' }]);
  });

  it('Currencies are never added up, and yen have no decimals.', () => {
    const document = quoteDocument([
      quoteLine({ price: named(10.5), quantity: 2 }),
      quoteLine({ price: named(1500, { currency: 'JPY' }), quantity: 3 }),
    ]);
    expect(quoteSums(document)).toEqual([
      { amount: 21, currency: 'USD', certainty: 'named' },
      { amount: 4500, currency: 'JPY', certainty: 'named' },
    ]);
  });

  it('A sum is as certain as its least certain amount, and contains shipping and fee where they are known.', () => {
    const document = quoteDocument(
      [
        quoteLine({ price: named(10) }),
        quoteLine({ price: { kind: 'limited', each: 5, currency: 'USD' } }),
        quoteLine({ price: null }),
      ],
      { shipping: { price: 6.5, currency: 'USD' }, fee: { price: 1.5, currency: 'USD' } },
    );
    expect(quoteSums(document)).toEqual([{ amount: 23, currency: 'USD', certainty: 'limited' }]);
    expect(totalNotes(document, 1, english)).toEqual(['One part has no price yet and is not in the total.']);
  });
});

describe('a part that will be refused', () => {
  const refused = { level: 'refused', reason: ref('quote.limited') } as const;

  it('A refused part is not in the total, which says how many parts it has.', () => {
    const document = quoteDocument([
      quoteLine({ price: named(10), quantity: 2 }),
      quoteLine({ price: named(7), verdict: refused }),
      quoteLine({ price: null }),
    ]);
    expect(quoteSums(document)).toEqual([{ amount: 20, currency: 'USD', certainty: 'named' }]);
    expect(totalLabel(document, english)).toBe('Total of 1 of 3 parts before fee, shipping, tax and duty');
    expect(totalNotes(document, 1, english)).toEqual([
      'One part has no price yet and is not in the total.',
      'One part will be refused as it is and is not in the total.',
    ]);
  });

  it('A part that somebody orders although it will be refused is in the total.', () => {
    const document = quoteDocument([
      quoteLine({ price: named(10) }),
      quoteLine({ price: named(7), verdict: { ...refused, isAccepted: true } }),
    ]);
    expect(quoteSums(document)).toEqual([{ amount: 17, currency: 'USD', certainty: 'named' }]);
    expect(totalLabel(document, english)).toBe('Total before fee, shipping, tax and duty');
    expect(totalNotes(document, 1, english)).toEqual(['One part will be refused as it is.']);
  });
});

describe('the fee of a quote', () => {
  it('The total has the fee of the parts in it, and says so; parts in two currencies are two orders.', () => {
    const lines = [quoteLine({ price: named(10.5), quantity: 2 })];
    const document = quoteDocument(lines, { fee: quoteFee(lines) });
    expect(quoteSums(document)).toEqual([{ amount: 22.05, currency: 'USD', certainty: 'named' }]);
    expect(totalLabel(document, english)).toBe('Total with fee, before shipping, tax and duty');
    expect(quoteFee([...lines, quoteLine({ price: named(9, { currency: 'JPY' }) })])).toBeNull();
  });
});

describe('what a quote says about its prices', () => {
  it('A last known price tells its age, an estimate its range; a price named for this quote needs no note.', () => {
    const note = (price: Parameters<typeof priceNote>[0]) => priceNote(price, quoteTime, english);
    expect(note(named(5))).toBeNull();
    expect(note(named(5, { isLast: true, quotedAt: quoteTime - 2 * 3600_000 }))).toBe(
      'last known price, 2 hours old',
    );
    expect(note(estimated(10))).toBe('estimated from 4 prices: $8.00 to $12.00');
  });

  it('All prices are as of the oldest one that the service named.', () => {
    const old = quoteTime - 60_000;
    const lines = [
      quoteLine(),
      quoteLine({ price: named(1, { quotedAt: old }) }),
      quoteLine({ price: null }),
    ];
    expect(pricesAsOf(quoteDocument(lines))).toBe(old);
    expect(pricesAsOf(quoteDocument([quoteLine({ price: estimated(3) })]))).toBeNull();
  });

  it('The account is named, but never by an e-mail address.', () => {
    const account = { isLocal: false, baseUrl: 'https://prints.example/v1' };
    const quoted = (name: string) => quotedAccount({ ...account, name }, english.t);
    expect(quoted('Studio')).toEqual({ name: 'Studio', host: 'prints.example' });
    expect(quoted('ada@studio.example')).toEqual({ name: 'prints.example', host: 'prints.example' });
  });
});

describe('a quote as CSV', () => {
  const table = (document: ReturnType<typeof quoteDocument>) => {
    const [heads, ...rows] = readCsv(quoteCsv(document, english)).map(({ cells }) => cells);
    return rows.map((row) => Object.fromEntries(row.map((cell, at) => [heads![at], cell])));
  };

  it('Each part has a row in millimetres and cubic centimetres, and a total follows.', () => {
    const [part, shipping, total, ...more] = table(
      quoteDocument([quoteLine({ quantity: 20, price: named(4.65) })], {
        shipping: { price: 6.5, currency: 'USD' },
      }),
    );
    expect(part).toMatchObject({
      kind: 'part',
      file: 'bracket.stl',
      size_x_mm: '40.5',
      size_y_mm: '28.2',
      size_z_mm: '100',
      volume_cm3: '12.5',
      material: 'White Strong & Flexible',
      quantity: '20',
      price_each: '4.65',
      price_total: '93',
      currency: 'USD',
      price_is: 'named',
      price_at_utc: '2026-11-24T12:00:00.000Z',
      verdict: 'prints',
      verdict_reason: '',
      in_total: 'yes',
      account: 'Studio',
      service: 'prints.example',
    });
    expect(shipping).toMatchObject({ kind: 'shipping', price_total: '6.5', currency: 'USD' });
    expect(total).toMatchObject({ kind: 'total', price_total: '99.5', currency: 'USD', price_is: 'named' });
    expect(more).toEqual([]);
  });

  it('Last prices, estimates, limits and missing prices are told apart.', () => {
    const rows = table(
      quoteDocument([
        quoteLine({ price: named(1, { isLast: true }) }),
        quoteLine({ price: estimated(10) }),
        quoteLine({ price: { kind: 'limited', each: 2, currency: 'USD' } }),
        quoteLine({ price: null, verdict: { level: 'refused', reason: ref('quote.limited') } }),
      ]),
    );
    expect(rows.map(({ price_is, price_each }) => [price_is, price_each])).toEqual([
      ['last-known', '1'],
      ['estimated', '10'],
      ['limited', '2'],
      ['', ''],
      ['estimated', ''],
    ]);
    expect(rows[1]).toMatchObject({ estimate_low_each: '8', estimate_high_each: '12' });
    expect(rows[3]).toMatchObject({ verdict: 'refused', verdict_reason: 'not priced yet' });
    expect(rows.map(({ in_total }) => in_total)).toEqual(['yes', 'yes', 'yes', 'no', '']);
  });

  it('The name of a file cannot become a formula of a spreadsheet.', () => {
    const [part] = table(quoteDocument([quoteLine({ name: '=cmd|calc.stl' })]));
    expect(part!.file).toBe("'=cmd|calc.stl");
  });
});

describe('a quote for a customer', () => {
  const offer = { customer: 'Ada Ltd\nLondon', reference: 'PO 7', validUntil: '2026-12-31', note: '' };
  const lines = [quoteLine({ quantity: 3, price: named(3.33) }), quoteLine({ price: estimated(10) })];
  const own = quoteDocument(lines, {
    fee: { price: 1, currency: 'USD' },
    shipping: { price: 5, currency: 'USD' },
  });

  it('The markup raises every amount and rounds each piece, so the total is the sum of what is shown.', () => {
    const offered = quoteForCustomer(own, offer, 0.15, undefined);
    // 3 pieces of 3.33 * 1.15 = 3.83, one of 11.50, shipping 5.75 and fee 1.15.
    expect(quoteSums(offered)).toEqual([{ amount: 29.89, currency: 'USD', certainty: 'estimated' }]);
    expect(priceNote(offered.lines[1]!.price!, quoteTime, english)).toBe(
      'estimated from 4 prices: $9.20 to $13.80',
    );
    expect(customerPays(own, offered, english)).toBe('You pay about $25.99, the customer about $29.89.');
  });

  it('Its table names the customer, and neither the account nor its service.', () => {
    const text = quoteCsv(quoteForCustomer(own, offer, 0.15, undefined), english);
    expect(text).toContain('Ada Ltd London');
    expect(text).toContain('2026-12-31');
    expect(text).not.toMatch(/Studio|prints\.example/);
    const rehearsal = { ...own, account: { name: 'Local', host: null } };
    expect(quoteCsv(quoteForCustomer(rehearsal, offer, 0, undefined), english)).toContain('fabdesk-sandbox');
  });

  it('The last day is counted in local days, over the end of a month.', () => {
    expect(dayAfter(new Date(2026, 10, 28, 23, 59).getTime(), 30)).toBe('2026-12-28');
    expect(dayAfter(new Date(2028, 1, 28).getTime(), 1)).toBe('2028-02-29');
  });
});
