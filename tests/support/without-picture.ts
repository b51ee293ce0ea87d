/**
 * In a short run only the tests of the viewer and of accessibility draw the plate. Without a graphics card,
 * drawing takes half of the time of all others; `npm run test:all` runs them with the picture.
 */
import { beforeEach } from 'vitest';
import { isShort } from './rounds.ts';

const { getContext } = HTMLCanvasElement.prototype;

const withoutWebGl = function (this: HTMLCanvasElement, kind: string, options?: unknown) {
  return kind.startsWith('webgl') ? null : getContext.call(this, kind, options);
} as typeof getContext;

beforeEach(({ task }) => {
  if (!isShort || /\/(viewer\/|axe\.)/.test(task.file.filepath)) return;
  HTMLCanvasElement.prototype.getContext = withoutWebGl;
  return () => {
    HTMLCanvasElement.prototype.getContext = getContext;
  };
});
