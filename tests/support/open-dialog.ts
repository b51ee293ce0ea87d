/** Which components of the window have a dialog, and which one opened the dialog that is shown. */

/** The dialog itself, and the question that other components ask with it. */
const frames = ['ui/Dialog.svelte', 'ui/AskFirst.svelte'];
const root = 'src-renderer/';
const sources = import.meta.glob<string>('../../src-renderer/**/*.svelte', {
  query: '?raw',
  import: 'default',
});

/** Paths in src-renderer. */
export async function componentsWithDialog(): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(sources).map(async ([path, read]) =>
      /<(Dialog|AskFirst|dialog)\b/.test(await read()) ? [inRenderer(path)] : [],
    ),
  );
  return found.flat().filter((path) => !frames.includes(path));
}

/** What Svelte notes at elements while it develops. */
interface Placed {
  readonly file?: string;
  readonly parent?: Placed | null;
}

/** The component that shows this dialog, as a path in src-renderer. */
export function componentOf(dialog: Element): string {
  let place = (dialog as unknown as { __svelte_meta: { parent: Placed | null } }).__svelte_meta.parent;
  while (place && frames.includes(inRenderer(place.file ?? ''))) place = place.parent ?? null;
  return inRenderer(place?.file ?? '');
}

const inRenderer = (path: string): string => path.slice(path.indexOf(root) + root.length);
