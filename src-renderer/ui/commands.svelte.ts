/**
 * The registry of all commands: tooltips, the list behind `?`, the palette behind Ctrl+K and the keyboard all read it.
 * Screens and the viewer add their commands while they are shown.
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

  /** Returns the function that removes them. Call it in `$effect` or `onMount`. */
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
    const inDialog = document.querySelector('dialog[open]') !== null;
    const inText = isTyping(event.target);
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

/** Whether keys and the clipboard belong to a text field now. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches(typing) || target.isContentEditable);

/** Every word must start a word of the command's name or group; commands that can run come first. */
export function findCommands(commands: readonly Command[], search: string): readonly Command[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (command: Command) => {
    const parts = `${command.group} ${command.title}`.toLowerCase().split(/\s+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  };
  const rank = (command: Command) => (command.enabled?.() === false ? 1 : 0);
  return commands.filter(fits).toSorted((a, b) => rank(a) - rank(b));
}

const belongsToTextField = (keys: string): boolean =>
  /^(Mod\+(Shift\+)?[ZYACVX]|Delete|Backspace|Escape|Enter|Arrow\w+|Home|End)$/i.test(keys);
