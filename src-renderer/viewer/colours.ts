/** Reads the scene's colours from the theme's tokens and reports when the theme changes. */
import type { ViewColours } from './view.ts';

const tokens: Readonly<Record<keyof ViewColours, string>> = {
  plate: '--scene-plate',
  grid: '--scene-grid',
  gridMajor: '--scene-grid-major',
  part: '--scene-part',
  partOther: '--scene-part-other',
  bad: '--scene-part-bad',
  inside: '--scene-inside',
  edge: '--scene-edge',
  highlight: '--error',
  measured: '--accent',
  outline: '--scene-grid-major',
  shadow: '--scene-shadow',
};

/** `light-dark()` and system colours are only resolved on an element, so one is read. */
export function readColours(host: HTMLElement): ViewColours {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Forced colours would return the text colour for everything.
  probe.style.setProperty('forced-color-adjust', 'none');
  host.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, read(token)]));
  probe.remove();
  return colours as unknown as ViewColours;
}

export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map(
    (query) => matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', listener);
  };
}
