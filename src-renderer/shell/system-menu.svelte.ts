/** Shows the window's commands in the menu of the system, where it has one, and runs what is chosen there. */
import type { AppState } from '../app-state.svelte.ts';

/** Call while a component is created; ends with that component. */
export function keepSystemMenu({ bridge: { menu }, commands }: AppState): void {
  if (!menu) return;
  $effect(() =>
    menu.show(
      commands.all.map(({ id, title, group, keys }) => ({
        id,
        title,
        group,
        keys: keys?.[0] ?? null,
        enabled: commands.isEnabled(id),
      })),
    ),
  );
  $effect(() =>
    menu.onChosen((id) => {
      // As for the keyboard: a dialog is answered first.
      if (document.querySelector('dialog[open]') === null) commands.run(id);
    }),
  );
}
