import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeAccess } from './access-file.ts'

test.runIf(existsSync('/dev/full'))('a full disk leaves no file open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-access-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'postgres.json')
  symlinkSync('/dev/full', `${file}.new`)
  const access = { port: 1, password: 'secret', owner_pid: 1 }
  await expect(writeAccess(file, access)).rejects.toMatchObject({ code: 'ENOSPC' })
  const openFiles = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return [] // of this listing
    }
  })
  expect(openFiles).not.toContain('/dev/full')
})
