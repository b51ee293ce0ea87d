/** What a person changes about a model: the form's values, and of them only what differs from what was read. */
import type { FullDetails, ModelDetails } from '../../../src-shared/api/model-details.ts';

/** The form as it is typed; tags as one line. */
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

/** The same fields before and after; null where nothing was changed. */
export function changeOf(
  seen: FullDetails,
  draft: DetailsDraft,
): { before: ModelDetails; after: ModelDetails } | null {
  const wanted = { ...draft, title: draft.title.trim(), tags: tagsOf(draft.tags) };
  const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (field) => JSON.stringify(wanted[field]) !== JSON.stringify(seen[field]),
  );
  if (fields.length === 0) return null;
  const pick = (from: FullDetails | typeof wanted) =>
    Object.fromEntries(fields.map((field) => [field, from[field]])) as ModelDetails;
  return { before: pick(seen), after: pick(wanted) };
}

/** Why it cannot be sent as it stands, in a sentence; null when it can. */
export function whyNotSaved(seen: FullDetails, draft: DetailsDraft): string | null {
  if (draft.title.trim() === '') return 'A model needs a title.';
  // spec: Resources > Model
  if (draft.isClaimable && (draft.isPublic || draft.isForSale)) {
    return 'A claimable model can be neither public nor for sale.';
  }
  return changeOf(seen, draft) === null ? 'Nothing was changed yet.' : null;
}
