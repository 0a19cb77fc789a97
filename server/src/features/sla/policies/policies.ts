import { SlaNotice } from '@parley/contract/sla/sla-policies'
import type { SlaPolicy } from '@parley/contract/sla/sla-policy'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import { Entity, presentTimes } from '../../../entities/entity.ts'

export type PolicyRow = Selectable<DB['sla_policies']>

export const policyEntity = new Entity({
  table: 'sla_policies',
  type: 'sla_policy',
  name: 'SLA policy',
  fields: ({ id, created_at, updated_at, notifications, ...fields }) => ({
    ...fields,
    notifications: parseNotices(notifications),
  }),
  json_columns: ['notifications'],
})

/** Most recently changed first. */
export const listPolicies = (db: Db): Promise<PolicyRow[]> =>
  db.selectFrom('sla_policies').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute()

const Notices = z.array(SlaNotice)
export const parseNotices = (stored: unknown): SlaNotice[] => Notices.parse(stored)

export const presentPolicy = (row: PolicyRow): SlaPolicy => ({
  ...row,
  ...presentTimes(row),
  notifications: parseNotices(row.notifications),
})
