/**
 * The window on a double, for looking at screens without the application:
 * `npx vite --config tests/support/dev-page/vite.config.ts`. Parameters: `theme`, `language`,
 * `first` (first run), `offline`.
 */
import { start } from '../../../src-renderer/start.ts';
import type { Settings } from '../../../src-shared/ipc/settings.ts';
import { createPlateDouble, type PlateDouble } from '../plate-double.ts';

const asked = new URLSearchParams(location.search);
const theme = (asked.get('theme') ?? 'system') as Settings['theme'];
const language = (asked.get('language') ?? 'system') as NonNullable<Settings['language']>;
const double = createPlateDouble({
  settings: { theme, language, ...(asked.has('first') ? { sampleShown: false } : {}) },
  ...(asked.has('offline')
    ? { status: { connection: 'offline', detail: 'The local print service cannot be reached.' } }
    : {}),
});

declare global {
  interface Window {
    /** For scripts that drive the page. */
    bridgeDouble: PlateDouble;
  }
}
window.bridgeDouble = double;

const target = document.querySelector('#app');
if (target) start(target, async () => double);
