import type { Db } from '../../db/pool.ts'

export async function readWorkspaceTimeZone(db: Db): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.timezone')
    .executeTakeFirst()
  return String(row?.value || 'UTC')
}
