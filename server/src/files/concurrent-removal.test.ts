import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../testing/seeded-random.ts'
import { hourMs, listNames, type OpenStores, openFakeS3Stores, openLocalStores } from './file-store-suite.ts'

/** Time between steps, so that those of both nodes mix in many ways. In milliseconds. */
const longestPause = 4
const rounds = 20
const filesPerRound = 15

const ways = [
  ['put', (store, bytes) => store.put(bytes)],
  [
    'putStream',
    async (store, bytes) =>
      (await store.putStream([bytes] as unknown as AsyncIterable<Uint8Array>, 1000))?.hash,
  ],
] satisfies [string, (store: OpenStores['store'], bytes: Buffer) => Promise<Buffer | undefined>][]

test.each(
  (
    [
      ['a folder', openLocalStores],
      ['S3', openFakeS3Stores],
    ] satisfies [string, () => OpenStores | Promise<OpenStores>][]
  ).flatMap(([storage, open]) => ways.map(([way, put]) => ({ storage, open, way, put }))),
)(
  '$way in $storage never loses what another node is removing',
  async ({ open, put }) => {
    const stores = await open()
    const random = seededRandom(1)
    // A removal takes several steps, of which any can be the one that meets the other node.
    const pause = (steps: number) => wait(random.between(0, steps * longestPause))
    if ('s3' in stores) stores.s3.setDelay(() => random.between(0, longestPause))
    const { store, other } = stores
    for (let round = 0; round < rounds; round++) {
      const files = Array.from({ length: filesPerRound }, (_, n) => Buffer.from(`round ${round}, file ${n}`))
      const hashes = await Promise.all(files.map((bytes) => store.put(bytes)))
      stores.makeOlder?.()
      await Promise.all(
        files.map(async (bytes, n) => {
          const hash = hashes[n] ?? Buffer.alloc(0)
          const removing = pause(1).then(() => other.remove(hash, '', hourMs))
          const removingToo = n % 3 === 0 ? pause(3).then(() => store.remove(hash, '', hourMs)) : null
          await pause('s3' in stores ? 6 : 1)
          await put(store, bytes)
          // Already when it has been stored, and still when both have ended.
          expect(await store.get(hash)).toEqual(bytes)
          await Promise.all([removing, removingToo])
          expect(await other.get(hash)).toEqual(bytes)
        }),
      )
    }
    expect(await listNames(store)).toHaveLength(rounds * filesPerRound)
  },
  120_000,
)

test.each([
  ['a folder', openLocalStores],
  ['S3', openFakeS3Stores],
] satisfies [string, () => OpenStores | Promise<OpenStores>][])(
  'a derived file in %s outlives a removal that began before it was stored again',
  async (_, open) => {
    const stores = await open()
    const random = seededRandom(2)
    if ('s3' in stores) stores.s3.setDelay(() => random.between(0, longestPause))
    const hash = await stores.store.put(Buffer.from('a picture'))
    for (let round = 0; round < 50; round++) {
      await stores.store.putBeside(hash, '.zst', Buffer.from('before'))
      stores.makeOlder?.()
      await Promise.all([
        stores.other.remove(hash, '.zst', hourMs),
        wait(random.between(0, 3 * longestPause)).then(() =>
          stores.store.putBeside(hash, '.zst', Buffer.from('after')),
        ),
      ])
      expect(await stores.other.get(hash, '.zst')).toEqual(Buffer.from('after'))
    }
  },
  60_000,
)
