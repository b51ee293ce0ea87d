/** How fast these graphics draw, learned from pictures that were drawn. */

/** ms for a triangle of a large part, before anything was measured. */
const usual = { hardware: 4e-6, software: 2.5e-4 };

/** The names that browsers give to renderers without a graphics card. */
const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render|mesa offscreen/i;

/** Whether a processor draws instead of a graphics card. */
export function drawsInSoftware(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return softwareNames.test(String(name));
}

export class Pace {
  #perTriangle: number;

  constructor(isSoftware: boolean) {
    this.#perTriangle = isSoftware ? usual.software : usual.hardware;
  }

  /** ms for this many triangles. */
  timeFor(triangles: number): number {
    return triangles * this.#perTriangle;
  }
  /** How many triangles can be drawn in this time, ms. */
  trianglesIn(time: number): number {
    return Math.floor(time / this.#perTriangle);
  }
  /** One picture says little: it may have waited for other programs. */
  note(triangles: number, time: number): void {
    if (triangles > 0) this.#perTriangle = (this.#perTriangle + Math.max(0.1, time) / triangles) / 2;
  }
}

/**
 * Calls back once the graphics have drawn everything until now, with the ms that took. Returns how to stop
 * waiting.
 */
export function whenDrawn(gl: WebGL2RenderingContext, done: (time: number) => void): () => void {
  const begun = performance.now();
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = (): void => {
    if (sync && !gl.isContextLost() && gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.SIGNALED) {
      timer = setTimeout(poll, 3);
      return;
    }
    gl.deleteSync(sync);
    done(performance.now() - begun);
  };
  timer = setTimeout(poll, 0);
  return () => {
    clearTimeout(timer);
    gl.deleteSync(sync);
  };
}
