import type { StatusCategory } from '@parley/contract/statuses/statuses'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { type HiddenSpan, type Phase, pausedWhileHidden } from './running-time.ts'

/**
 * The status history of a locked conversation from its events. They are written under its lock, so ids are in order. An open conversation
 * counts as waiting while it is hidden.
 */
export async function readStatusPhases(db: Db, c: ConversationRow): Promise<Phase[]> {
  const { rows } = await sql<StatusChange & { hidden: boolean | null }>`${prepared}
    select e.at, (e.changes->'status_id'->>1)::bigint as status_id,
      e.changes->'status_category'->>0 as was, e.changes->'status_category'->>1 as became,
      case when jsonb_exists(e.changes, 'deleted_at') then e.changes->'deleted_at'->>1 is not null end as hidden
    from events e
    where e.conversation_id = ${c.id} and jsonb_exists_any(e.changes, array['status_id', 'deleted_at']) order by e.id`.execute(
    db,
  )
  const statusChanges = rows.filter(({ status_id }) => status_id !== null)
  const visibilityChanges = rows.flatMap(({ at, hidden }) => (hidden === null ? [] : [{ at, hidden }]))
  return pausedWhileHidden(await phasesFrom(db, c, statusChanges), hiddenSpansFrom(visibilityChanges))
}

/** A change from one reason for hiding to another continues the span. */
function hiddenSpansFrom(changes: readonly { at: Date; hidden: boolean }[]): HiddenSpan[] {
  const spans: HiddenSpan[] = []
  for (const { at, hidden } of changes) {
    const last = spans.at(-1)
    const isOpen = last !== undefined && last.to === null
    if (hidden && !isOpen) spans.push({ from: at, to: null })
    else if (!hidden && isOpen) last.to = at
  }
  return spans
}

async function phasesFrom(db: Db, c: ConversationRow, rows: readonly StatusChange[]): Promise<Phase[]> {
  const phases: Phase[] = [
    { from: c.created_at, category: rows.length > 0 ? (rows[0]?.was ?? 'open') : c.status_category },
  ]
  let [status_id, since] = [rows[0]?.status_id ?? c.status_id, c.created_at]
  for (const [n, step] of rows.entries()) {
    // A transaction that waited for the lock has an earlier time.
    const at = step.at > since ? step.at : since
    if (n > 0 && step.was !== null && step.was !== phases.at(-1)?.category)
      phases.push(...(await readCategoryChanges(db, status_id, since, at)))
    if (step.became !== null) phases.push({ from: at, category: step.became })
    status_id = step.status_id
    since = at
  }
  if (phases.at(-1)?.category !== c.status_category)
    phases.push(...(await readCategoryChanges(db, c.status_id, since, null)))
  return phases
}

type StatusChange = { at: Date; status_id: number; was: StatusCategory | null; became: StatusCategory | null }

/** An administrator changed the category of the status, which affects its conversations without events of their own. */
async function readCategoryChanges(db: Db, status_id: number, from: Date, to: Date | null): Promise<Phase[]> {
  const { rows } = await sql<Phase>`
    select e.at as "from", e.changes->'category'->>1 as category from events e
    where e.conversation_id is null and e.type = 'status.changed' and e.object_id = ${status_id}
      and e.at >= ${from} and (${to}::timestamptz is null or e.at <= ${to}) and jsonb_exists(e.changes, 'category')
    order by e.at, e.id`.execute(db)
  return rows
}
