/**
 * The changes of a model's details: the values of the form, reduced to those that differ from the stored
 * ones.
 */
import type { FullDetails, ModelDetails } from '../../../src-shared/api/model-details.ts';
import { isSame } from '../../../src-shared/is-same.ts';
import { t } from '../../ui/language.svelte.ts';

/** The values of the form; tags as one line. */
export interface DetailsDraft extends Omit<FullDetails, 'tags' | 'materials'> {
  tags: string;
}

export const draftOf = ({ tags, materials: _, ...details }: FullDetails): DetailsDraft => ({
  ...details,
  tags: tags.join(', '),
});

export const tagsOf = (line: string): string[] => [
  ...new Set(
    line
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** The changed fields before and after; null if there are none. */
export function changeOf(
  seen: FullDetails,
  draft: DetailsDraft,
): { before: ModelDetails; after: ModelDetails } | null {
  const wanted = { ...draft, title: draft.title.trim(), tags: tagsOf(draft.tags) };
  const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (field) => !isSame(wanted[field], seen[field]),
  );
  if (fields.length === 0) return null;
  const pick = (from: FullDetails | typeof wanted) =>
    Object.fromEntries(fields.map((field) => [field, from[field]])) as ModelDetails;
  return { before: pick(seen), after: pick(wanted) };
}

/** Why the form cannot be sent; null when it can. */
export function whyNotSaved(seen: FullDetails, draft: DetailsDraft): string | null {
  if (draft.title.trim() === '') return t('library.details.untitled');
  // spec: Resources > Model
  if (draft.isClaimable && (draft.isPublic || draft.isForSale)) {
    return t('library.details.claimableAlone');
  }
  return changeOf(seen, draft) === null ? t('library.details.unchanged') : null;
}
