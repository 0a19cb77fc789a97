import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listReleasedSchemas } from '../server/src/testing/released-schemas.ts'

test('the version in package.json has a dump of its schema, which tests upgrade from then on', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const versions = listReleasedSchemas().map((release) => release.version)
  expect(versions, 'run `npm run schema:release` when you set the version of a release').toContain(version)
})
