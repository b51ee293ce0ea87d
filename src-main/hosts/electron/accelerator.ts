/** Shortcuts of the window's registry in Electron's notation. */
const names: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/**
 * Undefined for single keys, which belong to the window: as shortcuts of a menu they would act while somebody
 * types. `registerAccelerator` is off, since the window hears its shortcuts itself; the menu only shows them.
 */
export function acceleratorOf(keys: string | null): string | undefined {
  if (keys === null || !/^(?:(?:Mod|Alt|Shift)\+)*(?:Mod|Alt)\+.|^F\d+$/.test(keys)) return undefined;
  const isPlus = keys.endsWith('++');
  const parts = (isPlus ? keys.slice(0, -2) : keys).split('+');
  return [...parts.map((part) => names[part] ?? part), ...(isPlus ? ['Plus'] : [])].join('+');
}
