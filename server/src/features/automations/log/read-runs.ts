import type { RuleConversation, RuleRun } from '@parley/contract/automations/automation-runs'
import type { listRuleRuns } from '@parley/contract/automations/automations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import { getVisible, visibleTo } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { notFound } from '../../../http/errors.ts'

type Page = z.output<typeof listRuleRuns.response>
type Query = z.output<typeof listRuleRuns.query>

type Row = {
  id: number
  rule_id: number | null
  rule_name: string
  at: Date
  occasion: string
  outcome: RuleRun['outcome']
  limit_hit: RuleRun['limit']
  reasons: RuleRun['reasons']
  actions: RuleRun['actions']
  event_id: number | null
  visible: boolean
} & RuleConversation

const selectRuns = (actor: Actor) => sql`
  select r.id, r.rule_id, r.rule_name, r.at, r.occasion, r.outcome, r.limit_hit, r.reasons, r.actions, r.event_id,
    c.uuid, c.reference_number, c.subject, trim(k.first_name || ' ' || k.last_name) as contact,
    (c.deleted_at is null and ${visibleTo(actor)}) as visible
  from automation_runs r join conversations c on c.id = r.conversation_id join contacts k on k.id = c.contact_id`

/** Newest first. Runs on conversations that the caller can't see are only counted. */
export async function listRuns(
  db: Db,
  actor: Actor,
  rule_id: number,
  { cursor, outcome, page_size }: Query,
): Promise<Page> {
  const rule = await db
    .selectFrom('automation_rules')
    .select('id')
    .where('id', '=', rule_id)
    .executeTakeFirst()
  if (!rule) throw notFound('Rule')
  const { rows } = await sql<Row>`${selectRuns(actor)}
    where r.rule_id = ${rule_id} and (${cursor ?? null}::bigint is null or r.id < ${cursor ?? null})
      and (${outcome ?? null}::text is null or r.outcome = ${outcome ?? null})
    order by r.id desc limit ${page_size}`.execute(db)
  const last = rows.length === page_size ? rows.at(-1) : undefined
  const visibleRows = rows.filter(({ visible }) => visible)
  return {
    results: visibleRows.map(presentRun),
    hidden: rows.length - visibleRows.length,
    next_cursor: last ? String(last.id) : null,
  }
}

export async function getRun(db: Db, actor: Actor, id: number): Promise<RuleRun> {
  const { rows } = await sql<Row>`${selectRuns(actor)} where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row?.visible) throw notFound('Run')
  return presentRun(row)
}

/** For anyone who can see the conversation: they see what rules did there and may know why. */
export async function getConversationRun(db: Db, actor: Actor, uuid: string, id: number): Promise<RuleRun> {
  const c = await getVisible(db, actor, uuid)
  const { rows } =
    await sql<Row>`${selectRuns(actor)} where r.id = ${id} and r.conversation_id = ${c.id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('Run')
  return presentRun(row)
}

const presentRun = (row: Row): RuleRun => ({
  id: row.id,
  rule_id: row.rule_id,
  rule: row.rule_name,
  at: row.at.toISOString(),
  occasion: row.occasion,
  outcome: row.outcome,
  limit: row.limit_hit,
  reasons: row.reasons,
  actions: row.actions,
  event_id: row.event_id,
  conversation: {
    uuid: row.uuid,
    reference_number: row.reference_number,
    subject: row.subject,
    contact: row.contact,
  },
})
