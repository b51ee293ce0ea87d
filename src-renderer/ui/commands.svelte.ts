/**
 * The one registry of what can be done: tooltips, the list behind `?`, the palette behind Ctrl+K and the keyboard
 * all read it. Screens and the viewer add their commands while they are shown.
 */
import { SvelteMap } from 'svelte/reactivity';
import { isSingleKey, matchesKeys } from './keys.ts';

export interface Command {
  /** Stable, like `view.fit`. */
  readonly id: string;
  readonly title: string;
  /** Heading in the list: `View`, `Plate`, `Go to`. */
  readonly group: string;
  /** Like `Mod+Z`; the first one is shown. */
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** Commands that cannot run now are listed and do nothing. */
  readonly enabled?: () => boolean;
}

const typing = 'input:not([type=radio], [type=checkbox], [type=range], [type=button]), textarea, select';

export class Commands {
  #all = new SvelteMap<string, Command>();
  /** WCAG 2.1.4: keys without Ctrl or Command can be switched off. */
  #singleKeys = $state(true);

  get all(): readonly Command[] {
    return [...this.#all.values()];
  }

  get singleKeys(): boolean {
    return this.#singleKeys;
  }

  set singleKeys(on: boolean) {
    this.#singleKeys = on;
  }

  /** Returns the function that takes them away again. Call it in `$effect` or `onMount`. */
  register(commands: readonly Command[]): () => void {
    for (const command of commands) this.#all.set(command.id, command);
    return () => {
      for (const command of commands) {
        if (this.#all.get(command.id) === command) this.#all.delete(command.id);
      }
    };
  }

  /** The first shortcut of a command, for tooltips. */
  keysOf(id: string): string | undefined {
    return this.#all.get(id)?.keys?.[0];
  }

  isEnabled(id: string): boolean {
    const command = this.#all.get(id);
    return command !== undefined && (command.enabled?.() ?? true);
  }

  run(id: string): void {
    const command = this.#all.get(id);
    if (command && (command.enabled?.() ?? true)) command.run();
  }

  /** The shell's keyboard listener. Text fields keep the keys that they use themselves. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    const inDialog = document.querySelector('dialog[open]') !== null;
    const inText =
      target?.matches(typing) === true || (target as HTMLElement | null)?.isContentEditable === true;
    for (const command of this.#all.values()) {
      for (const keys of command.keys ?? []) {
        if (!matchesKeys(event, keys)) continue;
        if (inDialog) continue;
        if (isSingleKey(keys) && (inText || !this.#singleKeys)) continue;
        if (inText && belongsToTextField(keys)) continue;
        event.preventDefault();
        if (command.enabled?.() ?? true) command.run();
        return;
      }
    }
  }
}

const belongsToTextField = (keys: string): boolean =>
  /^(Mod\+(Shift\+)?[ZYACVX]|Delete|Backspace|Escape|Enter|Arrow\w+|Home|End)$/i.test(keys);
