import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { hourMs, temporaryFolder } from '../file-store-suite.ts'
import { createTemporaryCopies } from './temporary-copies.ts'

const sourceOf = (text: string) => async () => ({
  size: text.length,
  open: async () => Readable.from([Buffer.from(text)], { objectMode: false }),
})

test('a copy is private, shared by concurrent users, and deleted after the last', async () => {
  const folder = join(temporaryFolder(), 'temporary-files')
  const copies = createTemporaryCopies(folder)
  let downloads = 0
  const source = () => {
    downloads += 1
    return sourceOf('content')()
  }
  const both = Promise.withResolvers<void>()
  const paths: string[] = []
  const use = async (path: string) => {
    paths.push(path)
    if (paths.length === 2) both.resolve()
    await both.promise
    expect(statSync(path).mode & 0o777).toBe(0o600)
    return readFileSync(path, 'utf8')
  }
  expect(await Promise.all([copies.use('a', source, use), copies.use('a', source, use)])).toEqual([
    'content',
    'content',
  ])
  expect(downloads).toBe(1)
  expect(new Set(paths).size).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

test('copies that would not fit wait until others are deleted, in their order', async () => {
  const copies = createTemporaryCopies(temporaryFolder(), 10)
  const log: string[] = []
  const lastRequest = Promise.withResolvers<void>()
  const use = (name: string, size: number) =>
    copies.use(
      name,
      async () => {
        if (name === 'c') lastRequest.resolve()
        return {
          size,
          open: async () => {
            log.push(`${name} is copied`)
            return Readable.from([Buffer.alloc(size)], { objectMode: false })
          },
        }
      },
      async () => {
        if (name !== 'a') return
        // All of them have requested room, and taken it if there was any.
        await lastRequest.promise
        await new Promise(setImmediate)
        log.push('a ends')
      },
    )
  // The second is larger than all of the room: alone, but not never.
  await Promise.all([use('a', 6), use('b', 11), use('c', 2)])
  expect(log).toEqual(['a is copied', 'a ends', 'b is copied', 'c is copied'])
})

test('a source that fails leaves no file and no room taken', async () => {
  const folder = temporaryFolder()
  const copies = createTemporaryCopies(folder, 10)
  const broken = async () => ({
    size: 10,
    open: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('12345')
          throw new Error('The connection broke')
        })(),
      ),
  })
  await expect(copies.use('a', broken, async () => 'used')).rejects.toThrow('The connection broke')
  expect(readdirSync(folder)).toEqual([])
  expect(await copies.use('a', sourceOf('1234567890'), async () => 'used')).toBe('used')
})

test('what a crash left behind is deleted, but nothing that another process may be using', async () => {
  const folder = join(temporaryFolder(), 'temporary-files')
  mkdirSync(folder)
  for (const name of ['old', 'new']) writeFileSync(join(folder, name), '')
  const old = (Date.now() - 2 * hourMs) / 1000
  utimesSync(join(folder, 'old'), old, old)
  await createTemporaryCopies(folder).use('a', sourceOf('content'), async (path) =>
    expect(existsSync(path)).toBe(true),
  )
  expect(readdirSync(folder)).toEqual(['new'])
})
