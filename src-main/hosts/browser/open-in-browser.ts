/**
 * Shows an address in the user's browser, if this machine has one. The address has a one-time token, and
 * other users can list the arguments of programs: on macOS it goes through stdin instead, on Linux their
 * connections are refused (`peer-user.ts`), and Windows shows no arguments of other users.
 */
import { spawn } from 'node:child_process';

/**
 * False if this machine has no display. A browser that fails to start is not noticed; the address is printed.
 */
export function openInBrowser(address: string): boolean {
  const { platform, env } = process;
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return false;
  const [program, args]: [string, string[]] =
    platform === 'darwin'
      ? ['osascript', ['-']]
      : platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', address]]
        : ['xdg-open', [address]];
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  // AppleScript.
  const script = ['open', 'location', JSON.stringify(address)].join(' ');
  child.stdin.end(platform === 'darwin' ? script : '');
  child.unref();
  return true;
}
