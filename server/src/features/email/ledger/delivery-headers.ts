import type { Db } from '../../../db/pool.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { notFound } from '../../../http/errors.ts'
import { getRawMail } from './raw-mail.ts'

const maxHeaderBytes = 64 * 1024

/**
 * Reads the headers of a raw mail, up to its first empty line (RFC 5322 section 2.1). Bytes that are not UTF-8 are
 * shown as Latin-1.
 */
export async function readDeliveryHeaders(
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
  const raw = await getRawMail(store, row.raw_hash)
  const end = findHeaderEnd(raw)
  const headerBytes = raw.subarray(0, Math.min(end, maxHeaderBytes))
  return { headers: decodeHeaderText(headerBytes), is_cut: end > maxHeaderBytes }
}

function findHeaderEnd(raw: Buffer): number {
  const candidates = ['\r\n\r\n', '\n\n'].map((empty) => raw.indexOf(empty)).filter((index) => index >= 0)
  return candidates.length > 0 ? Math.min(...candidates) : raw.length
}

function decodeHeaderText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
