import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'

const megabyte = 1024 * 1024
/** Common limit of other mail servers; base64 makes files a third larger. */
const minBytes = 40 * megabyte

/**
 * The largest mail accepted, in bytes: room for an encoded attachment of `app.max_file_upload_size` MB, at least 40
 * MB.
 */
export async function readMailSizeLimit(db: Db): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.max_file_upload_size')
    .modifyEnd(prepared)
    .executeTakeFirst()
  return Math.max(minBytes, Number(row?.value ?? 0) * 1.5 * megabyte)
}
