import type { RetentionRun } from '@parley/contract/retention/retention'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import { lockByIdEvenHidden } from '../../conversation-access.ts'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Act, Tx } from '../../db/transaction.ts'
import type { Secrets } from '../../secrets.ts'
import { purgeConversation } from '../email/ledger/purge-conversation.ts'
import { eraseBodies } from './erase-bodies.ts'
import { beforeOf, isInScope, type ScanCursor, scanLists, scanQuery } from './matching.ts'
import { measure } from './preview-rule.ts'
import { presentRule, type RetentionRuleRow, retentionRuleEntity } from './retention-rules.ts'

export type RetentionDeps = { db: Db; act: Act; system: Actor; clock: Clock; secrets: Secrets }

type RunRow = Selectable<DB['retention_runs']>

export const dryRunJob = 'retention_dry_run'

const hourMs = 3_600_000
/** A run starts a little less than a day after the one before, because the task comes once an hour. */
const intervalMs = 23.5 * hourMs
/** How long one call of the task works; the next continues. */
const budgetMs = 20 * 60_000
const batchSize = 200
const maxListed = 200

/** Periodic task: continues the runs that are open, and starts those that are due. */
export async function applyRetentionRules(deps: RetentionDeps, budget_ms = budgetMs): Promise<void> {
  const deadline = performance.now() + budget_ms
  const rules = await deps.db
    .selectFrom('retention_rules')
    .selectAll()
    .where('enabled', '=', true)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
  for (const rule of rules) {
    const run = await deps.act(deps.system, (tx) => openRun(tx, rule, 'run', intervalMs))
    if (run) await continueRun(deps, run.id, deadline)
  }
  await deps.act(deps.system, stopOrphanedRuns)
}

/** Queues a count of everything that a rule would be about. */
export async function requestDryRun(tx: Tx, rule_id: number): Promise<RunRow> {
  const rule = await retentionRuleEntity.lock(tx, rule_id)
  const run = await openRun(tx, rule, 'dry_run', 0)
  if (!run) throw new Error('A dry run can always start')
  await tx.enqueue(dryRunJob, { id: run.id }, { key: `${dryRunJob}:${run.id}` })
  return run
}

/** Job: counts. */
export const runDryRun = (deps: RetentionDeps, id: number): Promise<void> =>
  continueRun(deps, id, Number.POSITIVE_INFINITY)

/** The open run of the rule, or a new one unless the last one started more recently than this. */
async function openRun(
  tx: Tx,
  rule: RetentionRuleRow,
  kind: RetentionRun['kind'],
  interval_ms: number,
): Promise<RunRow | null> {
  const last = await tx.db
    .selectFrom('retention_runs')
    .selectAll()
    .where('rule_id', '=', rule.id)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last && last.finished_at === null) return last
  if (last && tx.now.getTime() - last.started_at.getTime() < interval_ms) return null
  return tx.db
    .insertInto('retention_runs')
    .values({
      ...{ rule_id: rule.id, rule_name: rule.name, kind, started_at: tx.now },
      before: beforeOf(rule, tx.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Of rules that were deleted, disabled or changed in the meantime. */
const stopOrphanedRuns = (tx: Tx) =>
  sql`update retention_runs r set finished_at = ${tx.now}, stopped = 'The rule was changed, disabled or deleted'
    where r.finished_at is null and r.kind = 'run' and not exists (
      select from retention_rules where id = r.rule_id and enabled and confirmed_at is not null)`.execute(
    tx.db,
  )

async function continueRun(deps: RetentionDeps, run_id: number, deadline: number): Promise<void> {
  for (;;) {
    const run = await deps.db
      .selectFrom('retention_runs')
      .selectAll()
      .where('id', '=', run_id)
      .executeTakeFirst()
    if (!run || run.finished_at !== null) return
    const rule = await deps.db
      .selectFrom('retention_rules')
      .selectAll()
      .where('id', '=', run.rule_id)
      .executeTakeFirst()
    const mayRun = rule && (run.kind === 'dry_run' || (rule.enabled && rule.confirmed_at))
    if (!mayRun) return finishRun(deps, run_id, 'The rule was changed, disabled or deleted')
    if (!(await workBatch(deps, run, rule))) return finishRun(deps, run_id, null)
    if (performance.now() > deadline) return
  }
}

const finishRun = (deps: RetentionDeps, id: number, stopped: string | null) =>
  deps.act(deps.system, async (tx) => {
    await tx.db
      .updateTable('retention_runs')
      .set({ finished_at: tx.now, stopped, cursor: null })
      .where('id', '=', id)
      .execute()
    await tx.record({ type: 'retention_run.finished', object: { type: 'retention_run', id } })
  })

/** The next rows of an index range. Returns whether there may be more. */
async function workBatch(deps: RetentionDeps, run: RunRow, rule: RetentionRuleRow): Promise<boolean> {
  const scope = presentRule(rule)
  const cursor = run.cursor as ScanCursor | null // written below
  const lists = scanLists(scope)
  const number = cursor?.list ?? 0
  const list = lists[number]
  if (!list) return false
  const after = cursor && cursor.id > 0 ? cursor : null
  const { rows } = await scanQuery(list, { scope, before: run.before, after, limit: batchSize }).execute(
    deps.db,
  )
  const matching = rows.filter(({ is_match }) => is_match)
  if (run.kind === 'dry_run') await countRows(deps, run, matching)
  else
    for (const { id } of matching)
      await deps.act(deps.system, (tx) => applyToConversation(tx, deps, run, rule, id))
  const last = rows.at(-1)
  const next: ScanCursor =
    last && rows.length === batchSize
      ? { list: number, at: last.at.toISOString(), id: last.id }
      : { list: number + 1, at: '', id: 0 }
  await deps.db
    .updateTable('retention_runs')
    .set({ cursor: json(next) })
    .where('id', '=', run.id)
    .execute()
  return true
}

async function countRows(
  deps: RetentionDeps,
  run: RunRow,
  rows: { id: number; inbox_id: number }[],
): Promise<void> {
  const measured = await measure(
    deps.db,
    rows.map(({ id }) => id),
  )
  await deps.act(deps.system, (tx) =>
    addToRun(tx, run.id, { ...measured, conversations: rows.length, skipped: 0 }, countByInbox(rows)),
  )
}

function countByInbox(rows: readonly { inbox_id: number }[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { inbox_id } of rows) counts.set(inbox_id, (counts.get(inbox_id) ?? 0) + 1)
  return counts
}

type Counts = { conversations: number; messages: number; files: number; bytes: number; skipped: number }

async function addToRun(tx: Tx, id: number, counts: Counts, by_inbox: Map<number, number>): Promise<void> {
  await sql`update retention_runs set conversations = conversations + ${counts.conversations}, messages = messages + ${counts.messages},
    files = files + ${counts.files}, bytes = bytes + ${counts.bytes}, skipped = skipped + ${counts.skipped} where id = ${id}`.execute(
    tx.db,
  )
  for (const [inbox_id, count] of by_inbox)
    await sql`update retention_runs set by_inbox = jsonb_set(by_inbox, array[${String(inbox_id)}],
      to_jsonb(coalesce((by_inbox->>${String(inbox_id)})::bigint, 0) + ${count}::bigint)) where id = ${id}`.execute(
      tx.db,
    )
}

/** Checks everything again under the lock: a customer may have answered, and the rule may have been changed. */
async function applyToConversation(
  tx: Tx,
  { secrets }: RetentionDeps,
  run: RunRow,
  rule: RetentionRuleRow,
  id: number,
): Promise<void> {
  const current = await tx.db
    .selectFrom('retention_rules')
    .select(['updated_at', 'confirmed_at', 'enabled'])
    .where('id', '=', rule.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!current?.enabled || !current.confirmed_at || current.updated_at > rule.updated_at) return
  const c = await lockByIdEvenHidden(tx, id)
  if (!c) return
  const scope = presentRule(rule)
  const { rows } = await sql<{ is_due: boolean; is_busy: boolean }>`
    select ${isInScope(scope, run.before)} as is_due,
      exists (select from messages where conversation_id = c.id and status in ('pending', 'sending'))
        or exists (select from held_sends where conversation_id = c.id and undone_at is null)
        or exists (select from scheduled_replies where conversation_id = c.id and cancelled_at is null) as is_busy
    from conversations c where c.id = ${id}`.execute(tx.db)
  const [state] = rows
  if (!state?.is_due) return
  const nothing: Counts = { conversations: 0, messages: 0, files: 0, bytes: 0, skipped: 1 }
  if (state.is_busy) return addToRun(tx, run.id, nothing, new Map())
  const measured = await measure(tx.db, [id])
  if (rule.action === 'delete') await purgeConversation(tx, secrets, c)
  else await eraseBodies(tx, secrets, c)
  await addToRun(tx, run.id, { ...measured, conversations: 1, skipped: 0 }, new Map([[c.inbox_id, 1]]))
}

export const presentRun = (row: RunRow): RetentionRun => ({
  id: row.id,
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  kind: row.kind as RetentionRun['kind'], // checked by the table
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  stopped: row.stopped,
  conversations: row.conversations,
  messages: row.messages,
  files: row.files,
  bytes: row.bytes,
  skipped: row.skipped,
  by_inbox: Object.entries(row.by_inbox as Record<string, number>) // written by addToRun
    .map(([inbox_id, conversations]) => ({ inbox_id: Number(inbox_id), conversations })),
})

export const listRuns = async (db: Db): Promise<RetentionRun[]> =>
  (await db.selectFrom('retention_runs').selectAll().orderBy('id', 'desc').limit(maxListed).execute()).map(
    presentRun,
  )
