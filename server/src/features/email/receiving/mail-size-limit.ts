import type { Db } from '../../../db/pool.ts'

const megabyte = 1024 * 1024
/** What other mail servers let through; base64 makes files a third larger. */
const minBytes = 40 * megabyte

/** The largest mail that is taken, in bytes: room for an attachment of `app.max_file_upload_size` MB as it travels, 40 MB at least. */
export async function readMailSizeLimit(db: Db): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.max_file_upload_size')
    .executeTakeFirst()
  return Math.max(minBytes, Number(row?.value ?? 0) * 1.5 * megabyte)
}
