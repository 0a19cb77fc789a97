/** Imports go one way. Each rule says why in its comment; ARCHITECTURE.md draws the plan. */
const swc = require('@swc/core')
const featureBoundaries = require('./server/feature-boundaries.cjs')

// dependency-cruiser never tells swc which files hold JSX, and TypeScript 7 has no parser for it to use instead.
const parseFileSync = swc.parseFileSync
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') })

const feature = (side) => `^${side}/src/features/([^/]+)/`

const tests = '(\\.(test|long)|-suite)\\.ts$'
/** The files that start the server and put features together. */
const serverRoot =
  '^server/src/((admin|app|backup|data-jobs|doctor|engines|first-start|foundation|main|pushed-objects|server|upgrade|workers)\\.ts$|(demo|operator|startup)/)'

/** Each feature may import itself, code outside the features, and what the features it uses offer. */
const featureRules = Object.entries(featureBoundaries).map(([name, { uses = [] }]) => ({
  name: 'server-features-by-named-verbs',
  severity: 'error',
  comment: 'server/feature-boundaries.cjs lists who uses whom, and the files that each feature offers.',
  from: { path: `^server/src/features/${name}/`, pathNot: tests },
  to: {
    path: '^server/src/features/',
    pathNot: [
      `^server/src/features/${name}/`,
      ...uses.map(
        (used) => `^server/src/features/${used}/(${featureBoundaries[used]?.offers?.join('|')})\\.ts$`,
      ),
    ],
  },
}))

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
    ...featureRules,
    {
      name: 'server-features-are-listed',
      severity: 'error',
      comment: 'A new feature needs an entry in server/feature-boundaries.cjs.',
      from: {
        path: '^server/src/features/',
        pathNot: `^server/src/features/(${Object.keys(featureBoundaries).join('|')})/`,
      },
      to: {},
    },
    {
      name: 'server-root-composes-features',
      severity: 'error',
      comment:
        'What features share (http, realtime, spine, db, jobs, files …) does not know them. Hand it what it needs at start.',
      from: { path: '^server/src/', pathNot: [serverRoot, '^server/src/(features|testing)/', tests] },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'server-features-know-no-root',
      severity: 'error',
      comment: 'The root imports every feature; an import back would be a cycle of layers.',
      from: { path: '^server/src/', pathNot: [serverRoot, '^server/src/testing/', tests] },
      to: { path: serverRoot },
    },
    {
      name: 'no-sibling-web-features',
      severity: 'error',
      comment: 'Routes and the shell compose features; features do not know each other.',
      from: { path: feature('web') },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'shell-and-routes-compose-web-features',
      severity: 'error',
      comment: 'Nothing else imports features, and features import neither the shell nor routes.',
      from: { path: '^web/src/', pathNot: '^web/src/(features|routes|shell)/|\\.test\\.tsx?$' },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'web-features-below-the-shell',
      severity: 'error',
      comment:
        'What features and the shell share is in a folder beside them, such as web/src/areas or web/src/session.',
      from: { path: '^web/src/[^/]+/', pathNot: '^web/src/(routes|shell|testing)/' },
      to: { path: '^web/src/(routes|shell)/' },
    },
    {
      name: 'ui-knows-nothing-of-the-product',
      severity: 'error',
      comment: 'Controls could serve another product: they import each other and web/src/lib.',
      from: { path: '^web/src/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/|^contract/', pathNot: '^web/src/(ui|lib)/' },
    },
    {
      name: 'testing-stays-out-of-the-product',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/testing', tests] },
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
