import {
  ASSIGNED_TEAM,
  ASSIGNED_USER,
  type SlaChanges,
  type SlaNotice,
  type SlaWrite,
  targetsProblem,
} from '@parley/contract/sla/sla-policies'
import { sql } from 'kysely'
import type { z } from 'zod'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid, notFound } from '../../../http/errors.ts'
import { changedFields } from '../../../spine/changed-fields.ts'
import { objectRecorder } from '../../../spine/object-recorder.ts'
import { updateClocksJobKey } from '../clocks/update-clocks.ts'
import { noPolicyColumns } from './apply-policy.ts'
import { type PolicyRow, parseNotices } from './read-policies.ts'

const record = objectRecorder('sla_policy')
type Changes = z.output<typeof SlaChanges>

export async function createPolicy(tx: Tx, values: SlaWrite): Promise<PolicyRow> {
  await assertRecipientsExist(tx, values.notifications)
  const row = await tx.db
    .insertInto('sla_policies')
    .values({ ...columnsOf(values), created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'sla_policy.created', row.id, changedFields(null, values))
  return row
}

/** Open targets of this policy follow the new times (recalculate-clocks.ts); met and missed targets stay as they are. */
export async function updatePolicy(tx: Tx, id: number, changes: Changes): Promise<PolicyRow> {
  const before = await lockPolicy(tx, id)
  const values = { ...fieldsOf(before), ...changes }
  const problem = targetsProblem(values)
  if (problem) throw invalid(problem.path, problem.message)
  const existingRecipients = new Set(
    parseNotices(before.notifications).flatMap(({ recipients }) => recipients),
  )
  await assertRecipientsExist(tx, values.notifications, existingRecipients)
  const changedValues = changedFields(fieldsOf(before), values)
  if (Object.keys(changedValues).length === 0) return before
  const after = await tx.db
    .updateTable('sla_policies')
    .set({ ...columnsOf(values), updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'sla_policy.changed', id, changedValues)
  return after
}

/**
 * Teams lose it through the foreign key. Conversations lose it with their deadlines, without an activity line, because no one decided
 * anything about them.
 */
export async function deletePolicy(tx: Tx, id: number): Promise<void> {
  const before = await lockPolicy(tx, id)
  const conversations = await tx.db
    .updateTable('conversations')
    .set({ ...noPolicyColumns, version: sql`version + 1` })
    .where('sla_policy_id', '=', id)
    .returning('id')
    .execute()
  await tx.db
    .updateTable('applied_slas')
    .set({ ended_at: tx.now, ended_by: 'policy_deleted', updated_at: tx.now })
    .where('sla_policy_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await sql`select graphile_worker.remove_job(key) from unnest(${conversations.map((c) => updateClocksJobKey(c.id))}::text[]) key`.execute(
    tx.db,
  )
  await tx.db.deleteFrom('sla_policies').where('id', '=', id).execute()
  await record(tx, 'sla_policy.deleted', id, changedFields(fieldsOf(before), null), {
    conversations: conversations.length,
  })
}

export async function lockPolicy(tx: Tx, id: number): Promise<PolicyRow> {
  const row = await tx.db
    .selectFrom('sla_policies')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('SLA policy')
  return row
}

/**
 * Notifications go to existing agents. Recipients in `existing` were saved before and may have been deleted since, which must not prevent
 * saving.
 */
async function assertRecipientsExist(
  tx: Tx,
  notices: readonly SlaNotice[],
  existing = new Set<string>(),
): Promise<void> {
  const agentIds = notices
    .flatMap(({ recipients }) => recipients)
    .filter(
      (recipient) => recipient !== ASSIGNED_USER && recipient !== ASSIGNED_TEAM && !existing.has(recipient),
    )
  if (agentIds.length === 0) return
  const agents = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', agentIds.map(Number))
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .execute()
  const foundIds = new Set(agents.map(({ id }) => String(id)))
  for (const [index, { recipients }] of notices.entries())
    for (const recipient of recipients)
      if (agentIds.includes(recipient) && !foundIds.has(recipient))
        throw invalid(
          `notifications.${index}.recipients`,
          `There is no agent ${recipient}. Choose another one`,
        )
}

const columnsOf = ({ notifications, ...plain }: SlaWrite) => ({
  ...plain,
  notifications: json(notifications),
})

/** For the activity log, in the contract's key order. */
const fieldsOf = ({ id, created_at, updated_at, notifications, ...plain }: PolicyRow): SlaWrite => ({
  ...plain,
  notifications: parseNotices(notifications),
})
