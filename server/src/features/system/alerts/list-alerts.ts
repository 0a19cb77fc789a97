import type { SystemAlert } from '@parley/contract/system/system-alerts'
import type { Db } from '../../../db/pool.ts'
import { degraded, ok, type Part } from '../../../readiness.ts'
import { conditions } from './conditions.ts'

const shownMs = 7 * 24 * 3_600_000

/** Open alerts, then those resolved within the last week, the newest first. */
export async function listAlerts(db: Db, now: Date): Promise<SystemAlert[]> {
  const rows = await db
    .selectFrom('system_alerts')
    .selectAll()
    .where('raised_at', 'is not', null)
    .where((eb) =>
      eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>', new Date(now.getTime() - shownMs))]),
    )
    .orderBy('resolved_at', (order) => order.desc().nullsFirst())
    .orderBy('raised_at', 'desc')
    .execute()
  return rows.map(({ condition, subject, message, advice, raised_at, resolved_at }) => ({
    ...{ condition, subject, message, advice },
    raised_at: (raised_at ?? now).toISOString(),
    resolved_at: resolved_at?.toISOString() ?? null,
  }))
}

/** Alerts that no other part reports, such as a lost node. */
export const alertsPart = (db: Db): Part => ({
  name: 'alerts',
  async check() {
    const names = conditions.filter(({ has_health_part }) => !has_health_part).map(({ name }) => name)
    const rows = await db
      .selectFrom('system_alerts')
      .select(['subject', 'message'])
      .where('condition', 'in', names)
      .where('raised_at', 'is not', null)
      .where('resolved_at', 'is', null)
      .orderBy('raised_at')
      .execute()
    if (rows.length === 0) return ok('There is no alert')
    return degraded(
      rows.map(({ subject, message }) => (subject ? `${subject}: ${message}` : message)).join('; '),
    )
  },
})
