/** Reads JSON bodies defensively: bounded depth, no prototype keys, and errors with their place. */
import { Fault } from '../fault.ts';

const deepest = 64;

/** @throws Fault 400 if the text is no JSON or is nested deeper than 64 levels */
export function readJson(sent: string): unknown {
  // .NET programs begin texts with a byte order mark, which a reader may ignore (RFC 8259 8.1).
  const text = sent.charCodeAt(0) === 0xfeff ? sent.slice(1) : sent;
  refuseDepth(text);
  try {
    return text.includes('"__proto__"')
      ? JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
      : JSON.parse(text);
  } catch (cause) {
    const detail = cause instanceof Error ? ` (${cause.message.split('\n')[0]?.slice(0, 120)})` : '';
    throw new Fault(400, 'bad-body', `The body is not valid JSON${detail}.`, { cause });
  }
}

function refuseDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > deepest)
        throw new Fault(400, 'bad-body', `The body is nested deeper than ${deepest} levels.`);
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
}
