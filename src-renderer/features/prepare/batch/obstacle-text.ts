/** Why a part cannot simply be added. */
import { say, t } from '../../../ui/language.svelte.ts';
import type { BatchRow, Obstacle } from './batch.svelte.ts';

/** In a sentence; empty if it can. */
export function obstacleText({ obstacle, reason }: BatchRow): string {
  const why = reason === null ? '' : say(reason.text);
  if (obstacle === null) return '';
  if (obstacle === 'none-prints') return t('prepare.nonePrints', { reason: why });
  return obstacle === 'refused' && why !== '' ? why : t(`prepare.batch.obstacle.${obstacle}`);
}

/** As a short phrase. */
export const shortObstacleText = (row: BatchRow): string =>
  row.obstacle === 'none-prints' ? t('prepare.batch.obstacle.none-prints') : obstacleText(row);

/** The part itself is at fault, and not what is still missing. */
export const isBad = (obstacle: Obstacle | null): boolean =>
  obstacle === 'refused' || obstacle === 'none-prints';
