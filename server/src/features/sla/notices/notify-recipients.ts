import type { SlaMetric } from '@parley/contract/sla/sla-metrics'
import { ASSIGNED_TEAM, ASSIGNED_USER } from '@parley/contract/sla/sla-policies'
import type { Selectable } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { notify } from '../../notifications/notify.ts'
import { asSystemActor } from '../as-system-actor.ts'
import type { SlaClock } from '../clocks/sla-clock.ts'

/** A target for notifications. `just_breached` when this update found it missed and still open. */
export type WatchedClock = {
  metric: SlaMetric
  sla_event_id: number | null
  clock: SlaClock
  just_breached: boolean
}

/** Notifies the recipients as of now; returns how many there are. */
export async function notifyRecipients(
  tx: Tx,
  c: ConversationRow,
  notice: Selectable<DB['sla_notices']>,
  { metric, clock }: WatchedClock,
): Promise<number> {
  const agent_ids = await resolveRecipients(tx, c, notice.recipients)
  if (agent_ids.length === 0 || !clock.deadline_at) return 0
  await notify(await asSystemActor(tx), {
    kind: notice.type === 'warning' ? 'sla_warning' : 'sla_breach',
    agent_ids,
    conversation_id: c.id,
    data: { metric, due_at: clock.deadline_at.toISOString() },
  })
  return agent_ids.length
}

async function resolveRecipients(
  tx: Tx,
  c: ConversationRow,
  recipients: readonly string[],
): Promise<number[]> {
  const named = recipients.filter((one) => one !== ASSIGNED_USER && one !== ASSIGNED_TEAM).map(Number)
  if (recipients.includes(ASSIGNED_USER) && c.assigned_user_id !== null) named.push(c.assigned_user_id)
  if (recipients.includes(ASSIGNED_TEAM) && c.assigned_team_id !== null) {
    const members = await tx.db
      .selectFrom('team_members')
      .select('agent_id')
      .where('team_id', '=', c.assigned_team_id)
      .execute()
    named.push(...members.map(({ agent_id }) => agent_id))
  }
  if (named.length === 0) return []
  const agents = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', named)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .orderBy('id')
    .execute()
  return agents.map(({ id }) => id)
}
