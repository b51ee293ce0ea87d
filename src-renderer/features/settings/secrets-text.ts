/** Says where secrets are stored. */
import type { AppInfo } from '../../../src-shared/ipc/app-status.ts';
import { t } from '../../ui/language.svelte.ts';

export function secretsText({ keyring, platform }: Pick<AppInfo, 'keyring' | 'platform'>): string {
  if (keyring.kind === 'session') return t('settings.secrets.session');
  return t(
    platform === 'darwin' || platform === 'win32' ? `settings.secrets.${platform}` : 'settings.secrets.linux',
  );
}
