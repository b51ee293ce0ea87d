// The allowed directions between the packages (docs/architecture.md). `npm run check -- directions` fails on
// any other import.
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^src-', pathNot: allowed },
});

/**
 * The floors of the service, the lowest first: a folder may import those that come before it. `fleet` is what
 * several machines need; only the files in `src-service` itself, which compose the service, lead there.
 */
const serviceFloors = [
  'wasm',
  'files',
  'images',
  'customise',
  'measure',
  'catalogue',
  'pricing',
  'store',
  'production',
  'oauth1',
  'http',
  'openapi',
  'routes',
  'pages',
  'oauth',
  'soap',
  'operator',
  'fleet',
];

module.exports = {
  forbidden: [
    ...serviceFloors.map((floor, i) => ({
      name: `service-floor-${floor}`,
      severity: 'error',
      comment: 'A folder of the service imports only the floors below it',
      from: { path: `^src-service/${floor}/` },
      to: {
        path: '^src-service/[^/]+/',
        pathNot: `^src-service/(${serviceFloors.slice(0, i + 1).join('|')})/`,
      },
    })),
    {
      name: 'service-composition-is-the-outside',
      severity: 'error',
      comment: 'The folders of the service know of its composition only faults, the context and the log',
      from: { path: '^src-service/(?!fleet/)[^/]+/' },
      to: { path: '^src-service/[^/]+\\.ts$', pathNot: '^src-service/(fault|context|log)\\.ts$' },
    },
    only(
      'shared-imports-only-shared',
      '^src-shared/',
      '^src-shared/',
      'src-shared imports nothing of the app',
    ),
    only(
      'renderer-knows-shared',
      '^src-renderer/',
      '^src-(renderer|shared)/',
      'The window talks through the contract',
    ),
    only(
      'service-knows-shared',
      '^src-service/',
      '^src-(service|shared)/',
      'The service never knows its clients',
    ),
    only(
      'main-knows-shared',
      '^src-main/(?!local-service/service\\.child\\.ts$)',
      '^src-(main|shared)/',
      'Only the child process of the local service runs the service',
    ),
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src-shared/' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'],
        pathNot: 'node_modules/(zod|meshoptimizer)/',
      },
    },
    {
      name: 'decoders-stay-in-their-reader',
      severity: 'error',
      comment: 'A reader may load a decoder that is pure, too; nothing else in the package imports it',
      from: { path: '^src-shared/', pathNot: '^src-shared/geometry/readers/gltf/' },
      to: { path: 'node_modules/meshoptimizer/' },
    },
    {
      name: 'electron-stays-in-its-host',
      severity: 'error',
      from: { path: '^src-', pathNot: '^src-main/hosts/electron/' },
      to: { path: '(^|node_modules/)electron($|/)' },
    },
    {
      name: 'hosts-are-the-outside',
      severity: 'error',
      comment: 'Nothing inside main imports a host',
      from: { path: '^src-main/(?!hosts/)' },
      to: { path: '^src-main/hosts/' },
    },
    {
      name: 'features-stand-alone',
      severity: 'error',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'renderer-below-features',
      severity: 'error',
      comment: 'ui, viewer, geometry and bridge serve the features and never import them',
      from: { path: '^src-renderer/(ui|viewer|geometry|bridge)/' },
      to: { path: '^src-renderer/features/' },
    },
    {
      name: 'client-and-db-know-no-queue',
      severity: 'error',
      from: { path: '^src-main/(api-client|db|secrets)/' },
      to: { path: '^src-main/(queue|auth|files|catalog|app\\.ts)' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.svelte', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'svelte'],
    },
    tsPreCompilationDeps: true,
  },
};
