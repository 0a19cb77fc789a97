import type { ListedConversation } from '@parley/contract/templates/template-variables'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { formatDuration } from './format-duration.ts'

/** A longer list is not useful in an email. */
const maxListed = 20

/** Language and time for rendering an email to one agent. */
export type MailContext = { now: Date; language: string; texts: Record<string, string>; root_url: string }

/** The first matching conversations, as lists in emails show them, and the total count. */
export async function listConversations(
  db: Db,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  { now, language, texts, root_url }: MailContext,
): Promise<{ count: number; listed: ListedConversation[] }> {
  const { rows } = await sql<{
    reference_number: string
    subject: string | null
    uuid: string
    contact: string
    waiting_since: Date | null
    due_at: Date | null
    count: number
  }>`select c.reference_number, c.subject, c.uuid, c.waiting_since, c.next_sla_deadline_at as due_at,
      coalesce(nullif(trim(k.first_name || ' ' || k.last_name), ''), k.email, '') as contact, count(*) over ()::int as count
    from conversations c join contacts k on k.id = c.contact_id
    where c.deleted_at is null and ${condition} order by ${order}, c.id limit ${maxListed}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    listed: rows.map(({ reference_number, subject, uuid, contact, waiting_since, due_at }) => ({
      reference_number,
      subject: subject || (texts['notice.no_subject'] ?? ''),
      contact,
      link: `${root_url}/inboxes/all/conversation/${uuid}`,
      waiting: waiting_since ? formatDuration(now.getTime() - waiting_since.getTime(), language) : '',
      due: due_at ? formatDue(due_at, { now, language, texts }) : '',
    })),
  }
}

function formatDue(
  at: Date,
  { now, language, texts }: Pick<MailContext, 'now' | 'language' | 'texts'>,
): string {
  const left = at.getTime() - now.getTime()
  const sentence = texts[left > 0 ? 'notice.due_in' : 'notice.overdue_by'] ?? ''
  return sentence.replace('{span}', () => formatDuration(Math.abs(left), language))
}
