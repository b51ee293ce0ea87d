import { expect, it } from 'vitest';
import { leastOf, linesOf } from '../../../src-renderer/features/prepare/materials/finish-groups.ts';
import type { Offer } from '../../../src-renderer/features/prepare/materials/offers.ts';
import { familyOf } from '../../../src-renderer/ui/material-family.ts';

const titles: readonly string[] = [
  'White Strong & Flexible',
  'Hot Pink Strong & Flexible Polished',
  'Frosted Ultra Detail',
  'Frosted Detail',
  'Transparent Detail',
  'Full Color Sandstone',
  'Sandstone',
  'Eggshell Blue Ceramics',
  'Premium Silver',
  'Silver Glossy',
  'Stainless Steel',
  'Gold Plated Matte',
  'Antique Bronze Glossy',
  'Polished Alumide',
];

it('A family is named by what its titles have besides colours and finishes.', () => {
  expect(titles.map(familyOf)).toEqual([
    'Strong & Flexible',
    'Strong & Flexible',
    'Ultra Detail',
    'Detail',
    'Detail',
    'Sandstone',
    'Sandstone',
    'Ceramics',
    'Silver',
    'Silver',
    'Stainless Steel',
    'Gold Plated',
    'Antique Bronze',
    'Alumide',
  ]);
  // Words within words are no colours, and a title of nothing else stays as it is.
  expect(['Redwood', 'PA 12 (black)', 'Nylon, dyed', 'Matte Black', 'Rawhide', ''].map(familyOf)).toEqual([
    'Redwood',
    'PA 12',
    'Nylon',
    'Matte Black',
    'Rawhide',
    '',
  ]);
});

const offer = (title: string, price: number | null, estimate: number | null = null) =>
  ({
    material: { title },
    price,
    currency: 'USD',
    estimate: estimate === null ? null : { amount: estimate },
  }) as unknown as Offer;

it('Families come in the order of their first material, and one of a single material is that material.', () => {
  const offers = [offer('Silver', 9), offer('Alumide', 3), offer('Premium Silver', 12)];
  const shown = (open: boolean) =>
    linesOf(
      offers,
      () => false,
      () => open,
    ).map((line) =>
      'offer' in line ? `${line.isMember ? '- ' : ''}${line.offer.material.title}` : line.family.name,
    );
  expect(shown(false)).toEqual(['Silver', 'Alumide']);
  expect(shown(true)).toEqual(['Silver', '- Silver', '- Premium Silver', 'Alumide']);
});

it('The least price of a family counts estimates, and unknown prices do not.', () => {
  expect(leastOf([offer('a', null), offer('b', 7), offer('c', null, 5)])).toEqual({
    amount: 5,
    currency: 'USD',
    isEstimate: true,
  });
  expect(leastOf([offer('a', null)])).toBeNull();
});
