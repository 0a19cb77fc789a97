import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = 'docs/regressions.md'

/** `path` *title*; *another title of the same file* */
const namedTests = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) =>
    [...line.matchAll(/`([^`]+\.(?:test|spec)\.ts)`((?:;? \*[^*]+\*)+)/g)].flatMap(
      ([, path = '', titles = '']) =>
        [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ path, title })),
    ),
  )

test('every row of docs/regressions.md names a test', () => {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!What went wrong)/.test(line))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !/`[^`]+\.(?:test|spec)\.ts` \*[^*]+\*/.test(row))).toEqual([])
})

test('every test named in docs/regressions.md exists under its title', () => {
  expect(namedTests.length).toBeGreaterThan(60)
  const missing = namedTests.filter(
    ({ path, title }) => !existsSync(path) || !readFileSync(path, 'utf8').includes(title),
  )
  expect(missing).toEqual([])
})
