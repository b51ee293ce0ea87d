import { SRGBColorSpace, type WebGLRenderTarget } from 'three';

/**
 * Makes three.js draw into a target with the colours of the canvas, and so with the same programs: compiling
 * those of parts again stops the window for one or two seconds where a processor draws.
 */
export function asCanvas(target: WebGLRenderTarget): WebGLRenderTarget {
  target.texture.colorSpace = SRGBColorSpace;
  // Otherwise the graphics would convert the colours a second time.
  target.texture.internalFormat = 'RGBA8';
  // Three.js does it only for targets of headsets.
  return Object.assign(target, { isXRRenderTarget: true });
}
