import type { Db } from '../../../db/pool.ts'

const day = 86_400_000

/** Job, hourly: deletes notifications after three months, and read ones after one. */
export async function purgeNotifications(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where((eb) =>
      eb.or([
        eb('happened_at', '<', new Date(now.getTime() - 90 * day)),
        eb.and([eb('happened_at', '<', new Date(now.getTime() - 30 * day)), eb('read_at', 'is not', null)]),
      ]),
    )
    .execute()
}
