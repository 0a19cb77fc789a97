import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const { forbidden } = require('../.dependency-cruiser.cjs')
const boundaries: Record<
  string,
  { uses?: string[]; offers?: string[] }
> = require('../server/feature-boundaries.cjs')
const features = Object.entries(boundaries)

/** [importing file, imported file, the rule that refuses it or null] */
const imports: [string, string, string | null][] = [
  ['server/src/features/macros/a.ts', 'server/src/features/conversations/apply-action.ts', null],
  [
    'server/src/features/macros/b.ts',
    'server/src/features/conversations/routes.ts',
    'server-features-by-named-verbs',
  ],
  ['server/src/features/macros/c.ts', 'server/src/features/tags/tags.ts', 'server-features-by-named-verbs'],
  ['server/src/features/macros/d.test.ts', 'server/src/features/tags/tags.ts', null],
  ['server/src/features/unlisted/a.ts', 'server/src/http/errors.ts', 'server-features-are-listed'],
  ['server/src/features/macros/e.ts', 'server/src/app.ts', 'server-features-know-no-root'],
  ['server/src/realtime/a.ts', 'server/src/features/messages/a.ts', 'server-root-composes-features'],
  ['server/src/http/a.ts', 'server/src/features/settings/settings.ts', 'server-root-composes-features'],
  ['server/src/spine/a.ts', 'server/src/features/messages/a.ts', 'server-root-composes-features'],
  ['server/src/app.ts', 'server/src/features/messages/a.ts', null],
  ['web/src/features/tags/a.tsx', 'web/src/features/teams/a.tsx', 'no-sibling-web-features'],
  ['web/src/features/tags/b.tsx', 'web/src/shell/a.tsx', 'web-features-below-the-shell'],
  ['web/src/session/a.ts', 'web/src/routes/a.tsx', 'web-features-below-the-shell'],
  ['web/src/session/b.ts', 'web/src/features/tags/c.ts', 'shell-and-routes-compose-web-features'],
  ['web/src/ui/a.tsx', 'web/src/session/c.ts', 'ui-knows-nothing-of-the-product'],
  ['web/src/ui/b.tsx', 'web/src/lib/a.ts', null],
]

test('each import rule rejects what it forbids, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
  try {
    const write = (path: string, text: string) => {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    for (const [, to] of imports) write(to, 'export {}\n')
    for (const [from, to] of imports) write(from, `import './${relative(dirname(from), to)}'\n`)
    const { output } = await cruise(['server', 'web'], {
      baseDir: folder,
      parser: 'swc',
      ruleSet: { forbidden },
      validate: true,
    })
    const { violations } = (output as ICruiseResult).summary
    expect(violations.map(({ from, to, rule }) => [from, to, rule.name]).sort()).toEqual(
      imports.filter(([, , rule]) => rule !== null).sort(),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every feature has an entry, and every entry belongs to a feature', () => {
  const folders = readdirSync('server/src/features', { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )
  expect(Object.keys(boundaries).sort()).toEqual(folders.map(({ name }) => name).sort())
})

test.each(features)('%s only uses features above it', (name, { uses = [] }) => {
  const above = features.slice(0, Object.keys(boundaries).indexOf(name)).map(([one]) => one)
  expect(uses.filter((used) => !above.includes(used))).toEqual([])
})

test('features import only what is allowed, and everything allowed is imported', () => {
  const allowed = features.flatMap(([name, { uses = [], offers = [] }]) => [
    ...uses.map((used) => `${name} uses ${used}`),
    ...offers.map((file) => `${name} offers ${file}`),
  ])
  const actual = new Set<string>()
  for (const file of globSync('server/src/features/**/*.ts', {
    exclude: ['**/*.test.ts', '**/*-suite.ts'],
  })) {
    const [, name] = file.match(/features\/([^/]+)/) ?? []
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.ts'/g)) {
      const [, used, offered] = join(dirname(file), specifier).match(/features\/([^/]+)\/(.+)/) ?? []
      if (used === undefined || used === name) continue
      actual.add(`${name} uses ${used}`)
      actual.add(`${used} offers ${offered}`)
    }
  }
  expect([...actual].sort()).toEqual(allowed.sort())
})
