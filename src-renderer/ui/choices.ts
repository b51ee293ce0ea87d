/** Options of a `Select` that several places offer. */
import type { Catalog } from '../../src-shared/ipc/catalog.ts';
import { shown } from '../../src-shared/messages/foreign-text.ts';
import { type LengthUnit, lengthUnits } from '../../src-shared/units/units.ts';
import { t } from './language.svelte.ts';

interface Choice<T> {
  readonly value: T;
  readonly label: string;
}

export const unitChoices = (): Choice<LengthUnit>[] =>
  lengthUnits.map((value) => ({ value, label: t(`geometry.unit.${value}`) }));

/** By material id, in the order of their names. */
export const materialChoices = (catalog: Catalog | null): Choice<number>[] =>
  (catalog?.materials ?? [])
    .map(({ materialId, title }) => ({ value: materialId, label: shown(title) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
