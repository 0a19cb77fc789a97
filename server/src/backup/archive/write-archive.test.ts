import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../files/file-store-suite.ts'

test('a million files need no more memory than one', { timeout: 60_000 }, () => {
  const program = `
    const { writeArchive } = await import(${JSON.stringify(new URL('./write-archive.ts', import.meta.url))})
    const archive = await writeArchive(${JSON.stringify(join(temporaryFolder(), 'archive'))}, 0)
    const addMany = async (count) => {
      for (let n = 0; n < count; n++) await archive.add('files/media/' + n, Buffer.from('x'))
      gc()
      return process.memoryUsage().heapUsed
    }
    const before = await addMany(500)
    const after = await addMany(5_000)
    console.log(Math.round((after - before) / 5_000))
    await archive.abandon()`
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  // In bytes for each file; 500 if each leaves something behind.
  expect(stdout.trim()).toMatch(/^-?\d+$/)
  expect(Number(stdout)).toBeLessThan(150)
})
