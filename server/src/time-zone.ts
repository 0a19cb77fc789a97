import type { Db } from './db/pool.ts'

/** A time zone unknown to this machine must not hold up an email. */
export function supportedTimeZone(name: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return 'UTC'
  }
}

/** The time zone that an agent's days follow, and in which times are written for them: their own, or the workspace's. */
export async function agentTimeZone(db: Db, agent_id: number): Promise<string> {
  const { time_zone } = await db
    .selectFrom('agents')
    .select('time_zone')
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  return supportedTimeZone(time_zone || (await workspaceTimeZone(db)))
}

export async function workspaceTimeZone(db: Db): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.timezone')
    .executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : 'UTC'
}
