import type {
  RuleActionResult,
  RuleConversation,
  RuleTrouble,
} from '@parley/contract/automations/automation-runs'
import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { visibleTo } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { isExpectedLimit, limitMessages } from '../run/rate-limits.ts'

const weekMs = 7 * 86_400_000
/** Older runs of the week add nothing new. */
const maxRunsRead = 1000
const maxConversationsShown = 5

type Row = {
  rule_id: number | null
  rule_name: string
  limit_hit: RuleTrouble['limit']
  actions: RuleActionResult[]
  at: Date
  visible: boolean
} & RuleConversation

/** Limits and refused actions, grouped by rule and reason, newest first. */
export async function listTrouble(db: Db, actor: Actor, now: Date): Promise<RuleTrouble[]> {
  const { rows } = await sql<Row>`
    select r.rule_id, coalesce(a.name, r.rule_name) as rule_name, r.limit_hit, r.actions, r.at, c.uuid, c.reference_number, c.subject,
      trim(k.first_name || ' ' || k.last_name) as contact, (c.deleted_at is null and ${visibleTo(actor)}) as visible
    from automation_runs r join conversations c on c.id = r.conversation_id join contacts k on k.id = c.contact_id
    left join automation_rules a on a.id = r.rule_id
    where r.outcome in ('partly', 'refused') and r.at > greatest(${new Date(now.getTime() - weekMs)}::timestamptz,
      coalesce((select trouble_dismissed_at from automation_state), '-infinity'))
    order by r.at desc, r.id desc limit ${maxRunsRead}`.execute(db)
  const troubleByKey = new Map<string, RuleTrouble>()
  for (const row of rows) {
    const limit = row.limit_hit && isExpectedLimit(row.limit_hit) ? null : row.limit_hit
    const message = limit
      ? limitMessages[limit]
      : (row.actions.find(({ outcome }) => outcome === 'refused')?.message ?? '')
    const key = `${row.rule_id} ${row.rule_name} ${message}`
    const trouble = troubleByKey.get(key) ?? {
      ...{ rule_id: row.rule_id, rule: row.rule_name, limit, message, count: 0 },
      last_at: row.at.toISOString(),
      conversations: [],
      hidden: 0,
    }
    trouble.count++
    if (!row.visible) trouble.hidden++
    else if (
      trouble.conversations.length < maxConversationsShown &&
      !trouble.conversations.some(({ uuid }) => uuid === row.uuid)
    ) {
      const { uuid, reference_number, subject, contact } = row
      trouble.conversations.push({ uuid, reference_number, subject, contact })
    }
    troubleByKey.set(key, trouble)
  }
  return [...troubleByKey.values()]
}

export async function dismissTrouble(tx: Tx): Promise<void> {
  await tx.db.updateTable('automation_state').set({ trouble_dismissed_at: tx.now }).execute()
  await tx.record({ type: 'automation.trouble_dismissed', object: { type: 'automation', id: null } })
}
