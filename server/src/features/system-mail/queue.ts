import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'

/** What changed of how an agent signs in; each has a sentence in the catalogue. */
export type SecurityChange =
  | { kind: 'password_changed' | 'app_added' | 'app_removed' | 'second_factor_removed' | 'api_key_created' }
  | { kind: 'passkey_added' | 'passkey_removed'; passkey: string }

/** The built-in notifications, by the names of their templates. */
export type Notification =
  | 'Invitation'
  | 'Password reset'
  | 'Conversation assigned'
  | 'SLA breach warning'
  | 'SLA breached'
  | 'Security change'

export type SystemMailData = {
  /** Who caused it. */
  author_id?: number
  sla?: { metric?: string; due_in?: string; overdue_by?: string }
  security?: SecurityChange
}

const day = 86_400_000
/** After this long a mail that could not be sent says nothing that anybody wants to know. */
const wantedFor: Record<Notification, number> = {
  Invitation: 30 * day,
  'Password reset': day,
  'Conversation assigned': 2 * day,
  'SLA breach warning': day,
  'SLA breached': day,
  'Security change': 7 * day,
}

export type SystemMail = {
  template: Notification
  agent_id: number
  conversation_id?: number
  data?: SystemMailData
}

/** A mail to an agent, sent after this transaction; it waits while no server is set up. */
export const queueSystemMail = (tx: Tx, mail: SystemMail): Promise<void> => queueSystemMails(tx, [mail])

/** The same for many, in two statements. */
export async function queueSystemMails(tx: Tx, mails: readonly SystemMail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = await tx.db
    .insertInto('system_mails')
    .values(
      mails.map((mail) => ({
        template: mail.template,
        agent_id: mail.agent_id,
        conversation_id: mail.conversation_id ?? null,
        data: json(mail.data ?? {}),
        created_at: tx.now,
        updated_at: tx.now,
        not_before: tx.now,
        expires_at: new Date(tx.now.getTime() + wantedFor[mail.template]),
      })),
    )
    .returning('id')
    .execute()
  await tx.enqueueAll(
    'send_system_mail',
    rows.map(({ id }) => ({ payload: { id }, key: keyOf(id) })),
  )
}

const keyOf = (id: number) => `send_system_mail:${id}`

export const enqueue = (tx: Tx, id: number, run_at: Date): Promise<void> =>
  tx.enqueue('send_system_mail', { id }, { key: keyOf(id), run_at })

/** Everything that waits is tried now. */
export async function releaseWaiting(tx: Tx): Promise<void> {
  const rows = await tx.db
    .updateTable('system_mails')
    .set({ not_before: tx.now, updated_at: tx.now })
    .where('status', '=', 'pending')
    // Those that are on their way just now stay claimed.
    .where('delivery_error', 'is not', null)
    .returning('id')
    .execute()
  for (const { id } of rows) await enqueue(tx, id, tx.now)
}

/** Job, every minute: what a crash left behind. */
export async function requeueSystemMail(tx: Tx): Promise<void> {
  const rows = await tx.db
    .selectFrom('system_mails')
    .select('id')
    .where('status', '=', 'pending')
    .where('not_before', '<', new Date(tx.now.getTime() - 60_000))
    .limit(1000)
    .execute()
  for (const { id } of rows) await enqueue(tx, id, tx.now)
}
