import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = 'ARCHITECTURE.md'
const roots = 'contract|server|web|mail|e2e|bench|docs|scripts|.ci'
const inCode = new RegExp(`\`((?:${roots.replaceAll('.', '\\.')})/[^\`\\s]*)\``, 'g')

test.runIf(existsSync(page))('every path that ARCHITECTURE.md names exists', () => {
  const named = [...readFileSync(page, 'utf8').matchAll(inCode)].map(([, path = '']) =>
    path.replace(/:\d+$/, ''),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => globSync(path).length === 0)).toEqual([])
})
