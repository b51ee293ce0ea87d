/**
 * Makes a name from anywhere (a browser, the service, another machine's path) safe to show, to send and to
 * store. `ordinary-name.ts` turns it into a valid file name.
 */

/** Bytes: the longest name on Linux and macOS; Windows counts UTF-16 units, which are never more. */
const longest = 255;
/**
 * Direction overrides make "gpj.exe" read as "exe.jpg"; control characters break lines; the others show
 * nothing.
 */
const hidden =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The last part of a path of any system; never empty, at most 255 bytes, with its extension. */
export function baseName(name: string): string {
  const last = name.normalize('NFC').replace(hidden, '').split(/[/\\]/).at(-1) ?? '';
  const trimmed = last.trim().replace(/^\.+|[. ]+$/g, '');
  return trimmed === '' ? 'model' : shortened(trimmed);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name;
  const dot = name.lastIndexOf('.');
  const end = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  const available = longest - Buffer.byteLength(end);
  let start = '';
  let bytes = 0;
  for (const character of name.slice(0, name.length - end.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > available) break;
    start += character;
  }
  return start.replace(/[. ]+$/, '') + end;
}
