import { SlaNotice } from '@parley/contract/sla/sla-policies'
import type { SlaPolicy } from '@parley/contract/sla/sla-policy'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import { notFound } from '../../../http/errors.ts'

export type PolicyRow = Selectable<DB['sla_policies']>

/** Most recently changed first. */
export const listPolicies = (db: Db): Promise<PolicyRow[]> =>
  db.selectFrom('sla_policies').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute()

export async function getPolicy(db: Db, id: number): Promise<PolicyRow> {
  const policy = await db.selectFrom('sla_policies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!policy) throw notFound('SLA policy')
  return policy
}

const Notices = z.array(SlaNotice)
export const parseNotices = (stored: unknown): SlaNotice[] => Notices.parse(stored)

export const presentPolicy = (row: PolicyRow): SlaPolicy => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  notifications: parseNotices(row.notifications),
})
