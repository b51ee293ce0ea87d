/** Parts that Fabdesk makes from others can be STL files, which have no colours. */
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { MadeFile, WindowModel } from '../../../geometry/messages.ts';
import type { Notices } from '../../../ui/notices.svelte.ts';

/**
 * Says that parts made from this one have lost its colours, if they have. Without a certain unit, they are no
 * 3MF files.
 */
export function tellLostColours(
  notices: Notices,
  { colours, drawing }: Pick<WindowModel, 'colours' | 'drawing'>,
  made: readonly MadeFile[],
): void {
  if (!colours?.isColoured || made.every(({ format }) => format === '3mf')) return;
  const message = ref(drawing.colours ? 'prepare.coloursNeedUnit' : 'geometry.coloursLost');
  notices.add({ severity: 'warning', message, key: 'colours' });
}
