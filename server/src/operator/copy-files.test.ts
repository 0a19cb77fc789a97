import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noProgress } from '../backup/progress.ts'
import { rawMailSuffix, readRawMail, storeRawMail } from '../features/email/ledger/raw-mail.ts'
import { type FileArea, type FileStore, storedPath } from '../files/file-store.ts'
import { listNames, openS3Store, temporaryFolder } from '../files/file-store-suite.ts'
import { createLocalFileStore } from '../files/local-file-store.ts'
import { startFakeS3 } from '../testing/fake-services/s3/fake-s3.ts'
import { copyFiles } from './copy-files.ts'

type Stores = Record<FileArea, FileStore>

const largeFile = randomBytes(9 * 1024 * 1024)
const mail = Buffer.from('Subject: Where is my parcel?\r\n\r\nHello')

async function openBoth() {
  const folder = temporaryFolder()
  const s3 = await startFakeS3({ page_size: 2 })
  onTestFinished(() => s3.stop())
  const local: Stores = {
    media: createLocalFileStore(folder, 'media'),
    mail: createLocalFileStore(folder, 'mail'),
  }
  const remote: Stores = {
    media: await openS3Store(s3.settings),
    mail: await openS3Store(s3.settings, { area: 'mail' }),
  }
  return { folder, s3, local, remote }
}

async function fill(stores: Stores) {
  const picture = await stores.media.put(Buffer.from('a picture'))
  await stores.media.putBeside(picture, '.thumb.png', Buffer.from('small'))
  const large = await stores.media.put(largeFile)
  const raw = await storeRawMail(stores.mail, mail)
  return { picture, large, raw }
}

const contentsOf = async (stores: Stores) => ({
  media: await listNames(stores.media),
  mail: await listNames(stores.mail),
})

test('everything is copied into S3 and back, with the same content', async () => {
  const { local, remote } = await openBoth()
  const { picture, large, raw } = await fill(local)
  expect(await copyFiles(local, remote, noProgress)).toMatchObject({ copied: 4, present: 0, damaged: [] })
  expect(await contentsOf(remote)).toEqual(await contentsOf(local))
  expect(await remote.media.get(picture)).toEqual(Buffer.from('a picture'))
  expect((await remote.media.get(large)).equals(largeFile)).toBe(true)
  expect(await readRawMail(remote.mail, raw)).toEqual(mail)

  const elsewhere = await openBoth()
  expect(await copyFiles(remote, elsewhere.local, noProgress)).toMatchObject({ copied: 4 })
  expect(await contentsOf(elsewhere.local)).toEqual(await contentsOf(remote))
})

test('a copy that ended early is continued, and brings what arrived since', async () => {
  const { local, remote, s3 } = await openBoth()
  await fill(local)
  // Names are random: some are copied before S3 goes down.
  let puts = 0
  s3.setFault(({ method, query }) =>
    method === 'PUT' && !query.has('uploadId') && ++puts > 2 ? 'denied' : undefined,
  )
  await expect(copyFiles(local, remote, noProgress)).rejects.toThrow('access was denied')
  s3.setFault(null)
  await local.media.put(Buffer.from('arrived since'))
  const before = (await contentsOf(remote)).media.length + (await contentsOf(remote)).mail.length
  const result = await copyFiles(local, remote, noProgress)
  expect(before).toBeGreaterThan(0)
  expect(result).toMatchObject({ present: before, copied: 5 - before })
  expect(await contentsOf(remote)).toEqual(await contentsOf(local))
  expect(await copyFiles(local, remote, noProgress)).toMatchObject({ present: 5, copied: 0 })
})

test('damaged files are named and not copied', async () => {
  const { local, remote, folder } = await openBoth()
  const { picture, large, raw } = await fill(local)
  const name = (hash: Buffer) => hash.toString('hex')
  writeFileSync(join(folder, 'media', storedPath(picture)), 'A picture')
  writeFileSync(join(folder, 'media', storedPath(large)), randomBytes(largeFile.length))
  writeFileSync(join(folder, 'mail', storedPath(raw, rawMailSuffix)), 'no email')
  const { damaged, copied } = await copyFiles(local, remote, noProgress)
  expect(damaged.sort()).toEqual(
    [`mail/${name(raw)}.zst`, `media/${name(picture)}`, `media/${name(large)}`].sort(),
  )
  expect(copied).toBe(1)
  await expect(remote.media.get(picture)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(remote.media.get(createHash('sha256').update('A picture').digest())).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

test('what is only in the target is counted and stays', async () => {
  const { local, remote } = await openBoth()
  await fill(local)
  await copyFiles(local, remote, noProgress)
  const newer = await remote.media.put(Buffer.from('stored in S3'))
  expect(await copyFiles(local, remote, noProgress)).toMatchObject({ only_in_target: 1 })
  expect(await remote.media.get(newer)).toEqual(Buffer.from('stored in S3'))
})
