/** Parts that Fabdesk makes from others are STL files, which have no colours. */
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { Notices } from '../../../ui/notices.svelte.ts';

/** Says that the parts made from this one have lost its colours. */
export function tellLostColours(notices: Notices, { colours }: Pick<WindowModel, 'colours'>): void {
  if (!colours?.isColoured) return;
  notices.add({ severity: 'warning', message: ref('geometry.coloursLost'), key: 'colours' });
}
