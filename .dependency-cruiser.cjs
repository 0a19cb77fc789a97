/** Imports go one way. Each rule says why in its comment; ARCHITECTURE.md draws the plan. */
const swc = require('@swc/core')

// dependency-cruiser never tells swc which files hold JSX, and TypeScript 7 has no parser for it to use instead.
const parseFileSync = swc.parseFileSync
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') })

const feature = (side) => `^${side}/src/features/([^/]+)/`

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle means that two files are one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      comment: 'The contract is read by both sides: it imports zod and nothing else.',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^contract/src|node_modules/zod/' },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'Strangers install it: plain fetch, no packages, types written from the contract.',
      from: { path: '^client/src' },
      to: { pathNot: '^client/src' },
    },
    {
      name: 'mail-is-pure',
      severity: 'error',
      comment: 'Bytes in, data out: no database, no network, none of our other packages.',
      from: { path: '^mail/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(contract|server|web|e2e|bench|scripts)/|^(net|tls|http|https|fs|node:net|node:fs|node:http)$',
      },
    },
    {
      name: 'web-knows-only-the-contract',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(server|mail|e2e|bench|scripts)/' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^server/src' },
      to: { path: '^(web|e2e|bench|scripts)/' },
    },
    {
      name: 'no-sibling-web-features',
      severity: 'error',
      comment: 'Routes and the shell compose features; features do not know each other.',
      from: { path: feature('web') },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'ui-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^web/src/ui' },
      to: { path: '^web/src/(features|routes|shell|api|realtime)/|^contract/' },
    },
    {
      name: 'testing-stays-out-of-the-product',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/testing|\\.test\\.ts$' },
      to: { path: '^server/src/testing' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
