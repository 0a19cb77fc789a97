import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifests = [
  'package.json',
  ...['web', 'client', 'server', 'bench', 'e2e'].map((name) => `${name}/package.json`),
]

test.each(manifests)('the scripts of %s run in every shell, Windows included', (manifest) => {
  const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> }
  const environmentPrefix = /(^|&&|\|\||;)\s*[A-Za-z_]\w*=/
  const shellSyntax = /\$\(|\$\{?[A-Za-z_]|`|[^&]&(?!&)|;|'/
  const offenders = Object.entries(scripts).filter(
    ([, command]) => environmentPrefix.test(command) || shellSyntax.test(command),
  )
  expect(offenders).toEqual([])
})
