import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = 'ARCHITECTURE.md'
const roots = 'contract|server|web|mail|e2e|bench|docs|scripts|deploy|.ci'
const pathPattern = new RegExp(`\`((?:${roots.replaceAll('.', '\\.')})/[^\`\\s]*)\``, 'g')

test.runIf(existsSync(page))('every path mentioned in ARCHITECTURE.md exists', () => {
  const namedPaths = [...readFileSync(page, 'utf8').matchAll(pathPattern)].map(([, path = '']) =>
    path.replace(/:\d+$/, ''),
  )
  expect(namedPaths.length).toBeGreaterThan(0)
  expect(namedPaths.filter((path) => globSync(path).length === 0)).toEqual([])
})
