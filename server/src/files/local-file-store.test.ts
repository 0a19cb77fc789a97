import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storedPath } from './file-store.ts'
import { hourMs, listNames, openLocalStores } from './file-store-suite.ts'

const dayMs = 24 * hourMs

/** Called around each reading of a folder. */
const readdirHook = vi.hoisted((): { before?: () => unknown; after?: () => unknown } => ({}))
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  const readdir = async (path: string) => {
    readdirHook.before?.()
    return original.readdir(path).finally(() => readdirHook.after?.())
  }
  return { ...original, readdir }
})

test('nothing half written is listed', async () => {
  const { store, folder } = openLocalStores()
  const hash = await store.put(Buffer.from('one'))
  const path = join(folder, 'media', storedPath(hash))
  // As left by a crash, of this release and of earlier ones.
  writeFileSync(join(folder, 'media', 'arriving', '0a0b0c'), 'half')
  writeFileSync(`${path}.0a0b0c0d0e0f.tmp`, 'half')
  writeFileSync(`${path}.thumb.png.0a0b0c0d0e0f.gone`, 'removed')
  writeFileSync(join(folder, 'media', 'notes.txt'), 'not ours')
  expect(await listNames(store)).toEqual([`${hash.toString('hex')} 3`])
})

test('files and folders are closed to other users', async () => {
  const { store, folder } = openLocalStores()
  const hash = await store.put(Buffer.from('one'))
  await store.remove(hash, '', 0)
  await store.put(Buffer.from('two'))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
})

test('partial files of interrupted uploads are removed after a day', async () => {
  const { store, folder } = openLocalStores()
  await store.put(Buffer.from('one'))
  const arriving = join(folder, 'media', 'arriving')
  for (const name of ['old', 'new']) writeFileSync(join(arriving, name), 'half')
  const old = (Date.now() - 2 * dayMs) / 1000
  utimesSync(join(arriving, 'old'), old, old)
  await store.removeLeftovers()
  expect(readdirSync(arriving)).toEqual(['new'])
})

test('a file whose removal was interrupted can be read, and returns to its place later', async () => {
  const { store, folder } = openLocalStores()
  const hash = await store.put(Buffer.from('one'))
  const path = join(folder, 'media', storedPath(hash))
  const removed = join(folder, 'media', 'removed', `0a0b0c0d0e0f-${hash.toString('hex')}`)
  mkdirSync(dirname(removed))
  renameSync(path, removed)
  expect(await store.get(hash)).toEqual(Buffer.from('one'))
  // It might still be going on.
  await store.removeLeftovers()
  expect(readdirSync(dirname(removed))).toHaveLength(1)
  vi.useFakeTimers({ now: Date.now() + hourMs, toFake: ['Date'] })
  await store.removeLeftovers().finally(() => vi.useRealTimers())
  expect(readFileSync(path, 'utf8')).toBe('one')
  expect(readdirSync(dirname(removed))).toEqual([])
})

test('a file can be read while one removal gives up and another begins', async () => {
  const { store, folder } = openLocalStores()
  const hash = await store.put(Buffer.from('one'))
  const path = join(folder, 'media', storedPath(hash))
  const [first, second] = ['0a0b0c0d0e0f', '1a1b1c1d1e1f'].map((id) =>
    join(folder, 'media', 'removed', `${id}-${hash.toString('hex')}`),
  ) as [string, string]
  mkdirSync(dirname(first))
  renameSync(path, first)
  onTestFinished(() => {
    delete readdirHook.before
    delete readdirHook.after
  })
  readdirHook.before = () => existsSync(first) && renameSync(first, path)
  readdirHook.after = () => existsSync(path) && renameSync(path, second)
  expect(await store.get(hash)).toEqual(Buffer.from('one'))
})
