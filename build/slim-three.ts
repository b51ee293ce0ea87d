/**
 * Makes three.js smaller in the built window. Three's ready-made bundle keeps whatever has a static field, such as animation
 * and loaders; of its modules, only those that are used stay. Three's renderer imports all shaders, WebXR, shadows and
 * environments itself: they are left out as long as the viewer's sources do not name what needs them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const three = fileURLToPath(new URL('../node_modules/three/src/', import.meta.url));
const viewer = fileURLToPath(new URL('../src-renderer/viewer/', import.meta.url));
/** Extras of three.js that the viewer imports. */
const extras = '/three/examples/';

interface Part {
  /** What makes it necessary, in the code that uses three.js. */
  readonly names: RegExp;
  /** Shader files that nothing else needs. */
  readonly shaders?: RegExp;
  /** A module, and what the renderer calls of it while it is not used. */
  readonly module?: readonly [path: string, standIn: string];
}

const parts: readonly Part[] = [
  { names: /\bMeshToonMaterial\b/, shaders: /meshtoon|lights_toon|gradientmap/ },
  { names: /\bMeshMatcapMaterial\b/, shaders: /meshmatcap/ },
  { names: /\bMeshPhongMaterial\b/, shaders: /meshphong|lights_phong/ },
  { names: /\bMeshLambertMaterial\b/, shaders: /meshlambert|lights_lambert/ },
  { names: /\bPointsMaterial\b/, shaders: /\/points|map_particle/ },
  { names: /\bSpriteMaterial\b|\bnew Sprite\b/, shaders: /\/sprite/ },
  { names: /\bLineDashedMaterial\b/, shaders: /linedashed/ },
  { names: /\bSkinnedMesh\b/, shaders: /skin/ },
  { names: /\bBatchedMesh\b/, shaders: /batching/ },
  {
    names: /\bmorph[A-Z]/,
    shaders: /\/morph/,
    module: ['renderers/webgl/WebGLMorphtargets.js', 'export class WebGLMorphtargets { update() {} }'],
  },
  {
    names: /\bUniformsGroup\b/,
    module: ['renderers/webgl/WebGLUniformsGroups.js', 'export class WebGLUniformsGroups { dispose() {} }'],
  },
  {
    names: /\b(outputBufferType|setEffects)\b/,
    module: ['renderers/webgl/WebGLOutput.js', 'export class WebGLOutput {}'],
  },
  { names: /\bnew Fog/, shaders: /\/fog/ },
  { names: /\bLightProbe/, shaders: /lightprobes/ },
  { names: /\btransmission\b/, shaders: /transmission/ },
  { names: /\biridescence\b/, shaders: /iridescence/ },
  { names: /\bbumpMap\b/, shaders: /bumpmap/ },
  { names: /\bdisplacementMap\b/, shaders: /displacementmap/ },
  { names: /\blightMap\b/, shaders: /lightmap/ },
  { names: /\balphaHash\b/, shaders: /alphahash/ },
  {
    names: /\b(castShadow|receiveShadow|shadowMap)\b/,
    shaders: /\/(shadow|vsm|distance)/,
    module: [
      'renderers/webgl/WebGLShadowMap.js',
      `export class WebGLShadowMap {
        enabled = false;
        autoUpdate = false;
        needsUpdate = false;
        type = 0;
        render() {}
      }`,
    ],
  },
  {
    names: /\b(envMap|environment|PMREMGenerator|CubeTexture)\b/,
    shaders: /\/(envmap|cube|equirect)/,
    module: [
      'renderers/webgl/WebGLEnvironments.js',
      `export class WebGLEnvironments {
        get() { return null; }
        dispose() {}
      }`,
    ],
  },
  {
    names: /\bxr\b/,
    module: [
      'renderers/webxr/WebXRManager.js',
      `import { EventDispatcher } from '../../core/EventDispatcher.js';
      export class WebXRManager extends EventDispatcher {
        enabled = false;
        isPresenting = false;
        cameraAutoUpdate = false;
        setAnimationLoop() {}
        getEnvironmentBlendMode() {}
        dispose() {}
      }`,
    ],
  },
];

const shaderFile = /\/Shader(?:Chunk|Lib)\/\w+\.glsl\.js$/;
const noShader = "export const vertex = '', fragment = ''; export default '';";

/** Strips comments, indentation and empty lines. */
const minifyShader = (text: string): string =>
  text
    .replaceAll(/\/\*(?! glsl \*\/)[\s\S]*?\*\//g, '')
    .replaceAll(/[ \t]*\/\/.*$/gm, '')
    .replaceAll(/^[ \t]+|[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n');

/** Comments name things that they do not use. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

export function slimThree(): Plugin {
  let unused: readonly Part[] = [];
  return {
    name: 'slim-three',
    enforce: 'pre',
    buildStart() {
      const code = readdirSync(viewer).map((file) => codeOf(readFileSync(join(viewer, file), 'utf8')));
      unused = parts.filter(({ names }) => !code.some((text) => names.test(text)));
    },
    resolveId(id) {
      return id === 'three' ? `${three}Three.js` : null;
    },
    transform(text, id) {
      if (id.includes(extras)) {
        const missed = unused.find(({ names }) => names.test(codeOf(text)));
        if (missed) this.error(`${id} needs ${missed.names}, which build/slim-three.ts leaves out.`);
      }
      if (!id.startsWith(three)) return null;
      const path = id.slice(three.length);
      const standIn = unused.find(({ module }) => module?.[0] === path)?.module?.[1];
      if (standIn !== undefined) return { code: standIn, map: null };
      if (!shaderFile.test(path)) return null;
      const code = unused.some(({ shaders }) => shaders?.test(path)) ? noShader : minifyShader(text);
      return { code, map: null };
    },
  };
}
