import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { defaults } from './settings.ts'

export type UploadRules = {
  max_bytes: number
  /** In lower case, without the dot; `*` allows all. */
  extensions: string[]
}

/** The upload limits that administrators set. */
export async function readUploadRules(db: Db): Promise<UploadRules> {
  const { rows } = await sql<{ megabytes: number | null; extensions: string[] | null }>`
    select (select value::int from settings where key = 'app.max_file_upload_size') as megabytes,
      (select array(select jsonb_array_elements_text(value)) from settings where key = 'app.allowed_file_upload_extensions') as extensions`.execute(
    db,
  )
  const megabytes = rows[0]?.megabytes ?? defaults['app.max_file_upload_size']
  const extensions = rows[0]?.extensions ?? defaults['app.allowed_file_upload_extensions']
  return {
    max_bytes: megabytes * 1024 * 1024,
    extensions: extensions.map((extension) => extension.replace(/^\./, '').toLowerCase()),
  }
}
