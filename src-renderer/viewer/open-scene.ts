/** Loads the picture late, since it brings three.js along, and keeps it in step with the window. */
import { onThemeChange, readColours } from './colours.ts';
import type { ViewScene } from './scene.ts';
import type { SectionFacts, Trouble, ViewAxes } from './view.ts';

interface Listeners {
  readonly onOpen: (scene: ViewScene) => void;
  readonly onDrawn: (axes: ViewAxes) => void;
  readonly onSection: (facts: SectionFacts | null) => void;
  /** Null: the picture is there again. */
  readonly onTrouble: (trouble: Trouble | null) => void;
}

/** Returns the function that ends it. `host` gives the size and the colours. */
export function openScene(canvas: HTMLCanvasElement, host: HTMLElement, listeners: Listeners): () => void {
  const { onOpen, onTrouble, onDrawn, onSection } = listeners;
  let end: (() => void) | null = () => {};
  import('./scene.ts').then(
    ({ ViewScene }) => {
      if (!end) return;
      let scene: ViewScene;
      try {
        scene = new ViewScene(canvas, readColours(host), {
          onDrawn,
          onSection,
          onLost: (isLost) => onTrouble(isLost ? 'lost' : null),
        });
      } catch {
        onTrouble('no-webgl');
        return;
      }
      onTrouble(null);
      const stop = keepInStep(scene, host);
      end = () => {
        stop();
        scene.dispose();
      };
      onOpen(scene);
    },
    () => {
      if (end) onTrouble('broken');
    },
  );
  return () => {
    end?.();
    end = null;
  };
}

/** Follows the size, the theme and the preference for reduced motion. */
function keepInStep(scene: ViewScene, host: HTMLElement): () => void {
  const resize = () => scene.resize(host.clientWidth, host.clientHeight);
  const sizes = new ResizeObserver(resize);
  sizes.observe(host);
  resize();
  const motion = matchMedia('(prefers-reduced-motion: reduce)');
  const follow = () => {
    scene.still = motion.matches;
  };
  follow();
  motion.addEventListener('change', follow);
  const endTheme = onThemeChange(() => scene.setColours(readColours(host)));
  return () => {
    sizes.disconnect();
    motion.removeEventListener('change', follow);
    endTheme();
  };
}
