/** Finds file paths in pasted text, as file managers, terminals and browsers write them. */

/** Absolute paths only: anything else on the clipboard is no file of this machine. */
export function pathsIn(text: string): string[] {
  if (text.length > 100_000) return [];
  return text
    .split(/\r?\n/)
    .map((line) => readPath(line.trim()))
    .filter((path) => path !== null);
}

function readPath(line: string): string | null {
  const bare = line.replace(/^(["'])(.*)\1$/, '$2');
  if (/^file:\/\//i.test(bare)) return fromFileAddress(bare);
  const isAbsolute = /^\/[^/\s]/.test(bare) || /^[a-z]:[\\/]./i.test(bare) || /^\\\\[^\\]+\\./.test(bare);
  return isAbsolute || /^~\/./.test(bare) ? bare : null;
}

function fromFileAddress(address: string): string | null {
  try {
    const url = new URL(address);
    const path = decodeURIComponent(url.pathname);
    if (/^\/[a-z]:\//i.test(path)) return path.slice(1);
    return url.hostname !== '' && url.hostname !== 'localhost' ? `//${url.hostname}${path}` : path;
  } catch {
    return null;
  }
}
