/**
 * The registry of all commands: tooltips, the list behind `?`, the palette behind Ctrl+K and the keyboard all
 * read it. Screens and the viewer add their commands while they are shown. A person may give a command other
 * keys.
 */
import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { isSingleKey, matchesKeys, sameKeys } from './keys.ts';

export interface Command {
  /** Stable, like `view.fit`. */
  readonly id: string;
  readonly title: string;
  /** Heading in the list: `View`, `Plate`, `Go to`. */
  readonly group: string;
  /** Like `Mod+Z`; the first one is shown. */
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** A held key runs it once, because it adds or changes something each time. */
  readonly once?: boolean;
  /** Commands that cannot run now are listed and do nothing. */
  readonly enabled?: () => boolean;
  /** The step that has to come first, for a command that cannot run. */
  readonly why?: () => string;
}

/** Keys that a person chose, by the id of the command; an empty list: none. */
export type ChosenKeys = Readonly<Record<string, readonly string[]>>;

const typing = 'input:not([type=radio], [type=checkbox], [type=range], [type=button]), textarea, select';

export class Commands {
  #registered = new SvelteMap<string, Command>();
  /** With the keys that people chose. */
  readonly all: readonly Command[] = $derived.by(() =>
    [...this.#registered.values()].map((command) => {
      const keys = this.chosen[command.id];
      return keys ? { ...command, keys } : command;
    }),
  );
  /** By people. */
  chosen = $state.raw<ChosenKeys>({});
  /** WCAG 2.1.4: keys without Ctrl or Command can be switched off. */
  singleKeys = $state(true);

  /** Returns the function that removes them. Call it in `$effect` or `onMount`. */
  register(commands: readonly Command[]): () => void {
    for (const command of commands) this.#registered.set(command.id, command);
    return () => {
      for (const command of commands) {
        if (this.#registered.get(command.id) === command) this.#registered.delete(command.id);
      }
    };
  }

  /** The first shortcut of a command, for tooltips. */
  keysOf(id: string): string | undefined {
    return this.all.find((command) => command.id === id)?.keys?.[0];
  }

  /**
   * The shortcut to show on a button: the current keys of the command that normally has `usual`; undefined if
   * it has none now.
   */
  insteadOf(usual: string): string | undefined {
    // Without chosen keys nothing depends on the registry, which changes often.
    if (Object.keys(this.chosen).length === 0) return usual;
    const command = [...this.#registered.values()].find(({ keys }) => keys?.includes(usual));
    const chosen = command && this.chosen[command.id];
    return chosen ? chosen[0] : usual;
  }

  /** Another command that has these keys now. */
  rivalOf(id: string, keys: string): Command | undefined {
    return this.all.find((command) => command.id !== id && command.keys?.some((own) => sameKeys(own, keys)));
  }

  isChanged(id: string): boolean {
    return Object.hasOwn(this.chosen, id);
  }

  isEnabled(id: string): boolean {
    const command = this.#registered.get(id);
    return command !== undefined && (command.enabled?.() ?? true);
  }

  run(id: string): void {
    const command = this.#registered.get(id);
    if (command && (command.enabled?.() ?? true)) command.run();
  }

  /** The shell's keyboard listener. Text fields keep the keys that they use themselves. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const inDialog = document.querySelector('dialog[open]') !== null;
    const inText = isTyping(event.target);
    // Chosen keys come first: the command that has them by itself may be one that was not there when they
    // were chosen.
    const byChoice = this.all.toSorted((a, b) => Number(this.isChanged(b.id)) - Number(this.isChanged(a.id)));
    for (const command of byChoice) {
      for (const keys of command.keys ?? []) {
        if (!matchesKeys(event, keys)) continue;
        if (inDialog) continue;
        if (isSingleKey(keys) && (inText || !this.singleKeys)) continue;
        if (inText && belongsToTextField(keys)) continue;
        event.preventDefault();
        if (!(event.repeat && command.once) && (command.enabled?.() ?? true)) command.run();
        return;
      }
    }
  }
}

/** Whether keys and the clipboard belong to a text field now. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches(typing) || target.isContentEditable);

const belongsToTextField = (keys: string): boolean =>
  /^(Mod\+(Shift\+)?[ZYACVX]|Delete|Backspace|Escape|Enter|Arrow\w+|Home|End)$/i.test(keys);

const context = Symbol('commands');

/** Lets the buttons of the window show the keys that a person chose. */
export const provideCommands = (commands: Commands): Commands => setContext(context, commands);
/** Undefined outside of the window, as in tests of one component. */
export const useCommands = (): Commands | undefined => getContext<Commands | undefined>(context);
