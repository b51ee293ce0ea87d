/** Camera flights and animations end at once, as for people who ask their system for less motion. */
import { cdp } from 'vitest/browser';

export async function withoutMotion(): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  });
}
