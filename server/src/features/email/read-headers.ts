import type { Db } from '../../db/pool.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound } from '../../http/errors.ts'
import { readRaw } from './raw-mail.ts'

const mostBytes = 64 * 1024

/** The header lines of a raw mail, up to its first empty line (RFC 5322 section 2.1). Bytes that are no UTF-8 are shown as Latin-1. */
export async function readHeaders(
  db: Db,
  store: FileStore,
  id: number,
): Promise<{ headers: string; is_cut: boolean }> {
  const row = await db
    .selectFrom('mail_deliveries')
    .select('raw_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  const raw = await readRaw(store, row.raw_hash).catch(() => {
    throw notFound('The raw mail of this delivery')
  })
  const end = endOfHeaders(raw)
  const part = raw.subarray(0, Math.min(end, mostBytes))
  return { headers: textOf(part), is_cut: end > mostBytes }
}

function endOfHeaders(raw: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((empty) => raw.indexOf(empty)).filter((at) => at >= 0)
  return ends.length > 0 ? Math.min(...ends) : raw.length
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
