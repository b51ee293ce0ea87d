/** Why a part cannot simply be added, in a sentence; empty if it can. */
import { say, t } from '../../../ui/language.svelte.ts';
import type { BatchRow } from './batch.svelte.ts';

export function obstacleText({ obstacle, offer }: BatchRow): string {
  const worst = obstacle === 'refused' ? offer?.verdict.reasons[0] : undefined;
  if (worst) return say(worst.text);
  return obstacle === null ? '' : t(`prepare.batch.obstacle.${obstacle}`);
}
