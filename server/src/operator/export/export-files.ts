import { createWriteStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { readRawMail } from '../../features/email/ledger/raw-mail.ts'
import type { FileArea, FileStore } from '../../files/file-store.ts'

export type FileCounts = {
  written: number
  /** Of the written ones. */
  bytes: number
  /** What the workspace lacks although its rows refer to it. */
  missing: string[]
}

type Sink = { folder: string; counts: FileCounts; onFile: (bytes: number) => void }
const pageSize = 500

/** Emails as they arrived: `emails/2026-11/<id of the delivery>.eml`. */
export async function exportEmails(client: pg.ClientBase, store: FileStore, sink: Sink): Promise<void> {
  type Row = { id: string; month: string; raw_hash: Buffer }
  for await (const { id, month, raw_hash } of readPages<Row>(
    client,
    `select id::text, to_char(received_at at time zone 'UTC', 'YYYY-MM') as month, raw_hash
     from mail_deliveries where id > $1::bigint and raw_hash is not null order by id limit $2`,
  ))
    await write(sink, join('emails', month, `${id}.eml`), async (path) =>
      writeFile(path, await readRawMail(store, raw_hash), { mode: 0o600 }),
    )
}

/** Attachments and pictures: `files/<uuid>/<file name>`. */
export async function exportAttachments(client: pg.ClientBase, store: FileStore, sink: Sink): Promise<void> {
  type Row = { id: string; uuid: string; filename: string; content_hash: Buffer }
  for await (const { uuid, filename, content_hash } of readPages<Row>(
    client,
    `select id::text, uuid::text, filename, content_hash
     from media where id > $1::bigint and content_hash is not null order by id limit $2`,
  ))
    await write(sink, join('files', uuid, safeName(filename)), async (path) =>
      pipeline(await store.stream(content_hash), createWriteStream(path, { mode: 0o600 })),
    )
}

export type ExportedStores = Record<FileArea, FileStore>

async function* readPages<Row extends { id: string }>(
  client: pg.ClientBase,
  query: string,
): AsyncGenerator<Row> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<Row>(query, [after, pageSize])
    yield* rows
    after = rows.at(-1)?.id ?? after
    if (rows.length < pageSize) return
  }
}

async function write(
  { folder, counts, onFile }: Sink,
  name: string,
  writeTo: (path: string) => Promise<void>,
): Promise<void> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeTo(path)
    counts.written += 1
    counts.bytes += (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    counts.missing.push(name)
  }
  onFile(counts.bytes)
}

/** In bytes; file systems allow 255. */
const maxNameBytes = 200

/** The file name without what a path must not have; senders choose it. */
export function safeName(filename: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const plain = filename.replace(/[/\\:*?"<>|\u0000-\u001f\u007f]/g, '_').replace(/^\.+|[. ]+$/g, '_')
  const extension = /\.[\w-]{1,10}$/.exec(plain)?.[0] ?? ''
  let base = plain.slice(0, plain.length - extension.length)
  while (Buffer.byteLength(base + extension) > maxNameBytes) base = base.slice(0, -1)
  return base + extension || 'file'
}
