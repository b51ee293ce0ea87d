/** Makes a name from anywhere (a browser, another machine's path) safe to show, to send and to keep. */

const longest = 255;
/** Direction overrides make "gpj.exe" read as "exe.jpg"; control characters break lines. */
const hidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The last part of a path of any system; never empty, at most 255 characters, its ending kept. */
export function baseName(name: string): string {
  const last = name.replace(hidden, '').split(/[/\\]/).at(-1) ?? '';
  const trimmed = last.trim().replace(/^\.+|[. ]+$/g, '');
  if (trimmed === '') return 'model';
  if (trimmed.length <= longest) return trimmed;
  const dot = trimmed.lastIndexOf('.');
  const ending = dot > 0 && trimmed.length - dot <= 16 ? trimmed.slice(dot) : '';
  return [...trimmed.slice(0, longest - ending.length)].join('').replace(/[\ud800-\udbff]$/, '') + ending;
}
