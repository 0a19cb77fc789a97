import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { builtSources, isBuildCurrent } from './built-sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'built-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const buildWeb = () =>
  build({
    root: join(folder, 'web'),
    configFile: false,
    logLevel: 'silent',
    plugins: [builtSources(folder)],
  })

test('a build is current until a source changes, comes or goes', async () => {
  write('package-lock.json', '{}')
  write('contract/src/tags/tags.ts', 'export const tag = 1')
  write('web/index.html', '<script type="module" src="/src/main.ts"></script>')
  write('web/src/main.ts', "console.log('Hello')")
  expect(isBuildCurrent(folder)).toBe(false)
  await buildWeb()
  expect(isBuildCurrent(folder)).toBe(true)

  write('server/src/main.ts', 'listen()')
  expect(isBuildCurrent(folder)).toBe(true)

  for (const path of [
    'contract/src/tags/tags.ts',
    'package-lock.json',
    'web/vite.config.ts',
    'web/public/a.js',
  ]) {
    write(path, 'changed()')
    expect(isBuildCurrent(folder), path).toBe(false)
    await buildWeb()
    expect(isBuildCurrent(folder), path).toBe(true)
  }
  rmSync(join(folder, 'web/public/a.js'))
  expect(isBuildCurrent(folder)).toBe(false)
})
