import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { sql } from 'kysely'
import { visibleTo } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import type { SystemMailData } from '../../system-mail/queue-system-mail.ts'
import { readDigest } from './digest/read-digest.ts'
import { formatDuration } from './format-duration.ts'
import { listConversations, type MailContext } from './listed-conversations.ts'

type Mail = { template: string; agent_id: number; data: unknown }

/** Template variables of a notification besides the conversation's; null when there is nothing left to say. */
export async function readNoticeValues(
  tx: Tx,
  mail: Mail,
  wording: MailContext,
): Promise<TemplateValues | null> {
  const { due, csat, conversation_ids } = mail.data as SystemMailData // written by queueSystemMails
  if (conversation_ids) return assignedValues(tx, mail.agent_id, conversation_ids, wording)
  if (csat) return { csat: { rating: String(csat.rating), has_comment: csat.has_comment ? 'yes' : '' } }
  if (mail.template === 'Daily digest') return digestValues(tx, mail.agent_id, wording)
  if (!due) return {}
  const left = new Date(due.at).getTime() - wording.now.getTime()
  const span = formatDuration(Math.abs(left), wording.language)
  const metric = wording.texts[`notice.metric.${due.metric}`] ?? ''
  return { sla: { metric, ...(left > 0 ? { due_in: span } : { overdue_by: span }) } }
}

async function digestValues(tx: Tx, agent_id: number, wording: MailContext): Promise<TemplateValues | null> {
  const agent = await findActorByAgentId(tx.db, agent_id)
  const digest = agent && (await readDigest(tx.db, agent, wording))
  return digest && { digest }
}

/** Only conversations that are still assigned to the agent. */
async function assignedValues(
  tx: Tx,
  agent_id: number,
  ids: readonly number[],
  wording: MailContext,
): Promise<TemplateValues | null> {
  const agent = await findActorByAgentId(tx.db, agent_id)
  if (!agent) return null
  const { count, listed } = await listConversations(
    tx.db,
    sql`c.id = any(${[...ids]}) and c.assigned_user_id = ${agent_id} and ${visibleTo(agent)}`,
    sql`c.waiting_since nulls last`,
    wording,
  )
  if (count === 0) return null
  return {
    count: String(count),
    more: count > listed.length ? String(count - listed.length) : '',
    conversations: listed,
  }
}
