import { Readable } from 'node:stream'
import type { Db } from '../../../db/pool.ts'
import type { FileArea, FileStore } from '../../../files/file-store.ts'
import { readRawMail } from '../../email/ledger/raw-mail.ts'
import { fileEntryName } from './entry-names.ts'
import { listConversations, listFiles, readContact, readConversation } from './read-contact-data.ts'
import { renderIndex } from './render-index.ts'

type Deps = { db: Db; files: Record<FileArea, FileStore> }

/**
 * Everything about a contact as a zip file, while it is made: nothing is in memory but the entry that is being written, and a list of
 * names. The stream fails if anything can't be read.
 */
export async function streamContactExport({ db, files }: Deps, contact_id: number): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>) // a PassThrough
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  // It may fail before it is read; its reader gets the error.
  output.on('error', () => {})
  const add = (name: string, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, (callback) => {
      open().then(
        (stream) => callback(null, stream.on('error', fail)),
        (error: Error) => fail(error),
      )
    })
  const addJson = (name: string, read: () => Promise<unknown>) =>
    add(name, async () => Readable.from([Buffer.from(`${JSON.stringify(await read(), null, 2)}\n`)]))

  add('index.html', async () => Readable.from(renderIndex(db, contact_id), { objectMode: false }))
  addJson('contact.json', () => readContact(db, contact_id))
  for await (const one of listConversations(db, contact_id))
    addJson(`conversations/${one.reference_number}.json`, () => readConversation(db, contact_id, one))
  for await (const file of listFiles(db, contact_id)) {
    if (file.area === 'media')
      add(fileEntryName(file), () => openOrExplain(() => files.media.stream(file.content_hash)))
    else
      add(`mail/${file.id}.eml`, () =>
        openOrExplain(async () => Readable.from([await readRawMail(files.mail, file.content_hash)])),
      )
  }
  zip.end()
  return output
}

/** One file that is missing doesn't keep the rest from the person. */
async function openOrExplain(open: () => Promise<Readable>): Promise<Readable> {
  try {
    return await open()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return Readable.from([Buffer.from('This file is no longer in the storage.\n')])
  }
}
