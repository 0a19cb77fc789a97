import { expect, test } from 'vitest'
import { affectedSuites } from './affected-suites.ts'

test.each<[string, string[], ReturnType<typeof affectedSuites>]>([
  ['a document affects no suite', ['docs/api.md', 'web/README.md'], { server: false, e2e: [] }],
  [
    'a browser test affects itself',
    ['e2e/tests/lists.spec.ts'],
    { server: false, e2e: ['e2e/tests/lists.spec.ts'] },
  ],
  ['a browser fixture affects every browser test', ['e2e/fixtures/api.ts'], { server: false, e2e: 'all' }],
  [
    'the web client affects the browser tests alone',
    ['web/src/ui/button.tsx'],
    { server: false, e2e: 'all' },
  ],
  ['a unit test affects neither', ['web/src/ui/button.test.tsx'], { server: false, e2e: [] }],
  ['a server test affects the server suite', ['server/src/http/http.test.ts'], { server: true, e2e: [] }],
  ['the server affects both', ['server/src/app.ts'], { server: true, e2e: 'all' }],
  ['a dependency affects everything', ['package-lock.json'], { server: true, e2e: 'all' }],
])('%s', (_, files, expected) => {
  expect(affectedSuites(files)).toEqual(expected)
})
