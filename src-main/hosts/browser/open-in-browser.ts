/** Shows an address in the user's browser, if this machine has one. */
import { spawn } from 'node:child_process';

/** False if this machine has no display. A browser that fails to start is not noticed; the address is printed. */
export function openInBrowser(address: string): boolean {
  const { platform, env } = process;
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return false;
  const [program, args] =
    platform === 'darwin'
      ? ['open', [address]]
      : platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', address]]
        : ['xdg-open', [address]];
  const child = spawn(program as string, args as string[], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return true;
}
