import type { EmailNotification } from '@parley/contract/notifications/system-mail'
import { json } from '../db/json.ts'
import type { Tx } from '../db/transaction.ts'

/** A change to how an agent signs in; each has a sentence in the catalogue. */
type AccountChange =
  | { kind: 'password_changed' | 'app_added' | 'app_removed' | 'second_factor_removed' | 'api_key_created' }
  | { kind: 'password_reset_by_operator' }
  | { kind: 'email_changed'; name: string }
  | { kind: 'passkey_added' | 'passkey_removed'; passkey: string }

/** A change to how everyone signs in, or to who is an administrator. */
export type SignInChange =
  | {
      kind:
        | 'root_url_changed'
        | 'second_factor_rule_changed'
        | 'session_lifetime_changed'
        | 'mail_server_changed'
    }
  | {
      kind:
        | 'template_changed'
        | 'oidc_added'
        | 'oidc_changed'
        | 'oidc_removed'
        | 'rights_granted'
        | 'role_extended'
      name: string
    }

export type SecurityChange = AccountChange | SignInChange

/** Notifications about work, which agents can turn off (features/notifications). */
export type NoticeTemplate =
  | 'Conversation assigned'
  | 'Conversations assigned'
  | 'Customer replied'
  | 'Mentioned in a note'
  | 'Followed conversation changed'
  | 'Sending failed'
  | 'Scheduled reply held'
  | 'SLA breach warning'
  | 'SLA breached'
  | 'CSAT answered'
  | 'Daily digest'

/** The built-in emails, by template name. */
type SystemMailTemplate =
  | 'Invitation'
  | 'Password reset'
  | 'Security change'
  | 'System alert'
  | NoticeTemplate

/** A change of an alert (features/system/alerts). `advice` is "" once it is resolved. */
export type AlertNotice = {
  kind: 'raised' | 'reminder' | 'resolved'
  condition: string
  subject: string
  message: string
  advice: string
}

export type SystemMailData = {
  /** The agent who caused it. */
  author_id?: number
  /** For SLA notifications; the remaining time is computed when the email is rendered. */
  due?: { metric: 'first_response' | 'next_response' | 'resolution'; at: string }
  csat?: { rating: number; has_comment: boolean }
  /** All conversations of a bulk assignment. */
  conversation_ids?: number[]
  security?: SecurityChange
  alerts?: AlertNotice[]
  /** Overrides the agent's current address. */
  to?: string
  /** Overrides the current mail server; the password is sealed. */
  server?: EmailNotification
}

const day = 86_400_000
/** After this time an unsent email is no longer useful. */
const lifetimeMs: Record<SystemMailTemplate, number> = {
  Invitation: 30 * day,
  'Password reset': day,
  'Conversation assigned': 2 * day,
  'Conversations assigned': 2 * day,
  'Customer replied': day,
  'Mentioned in a note': 2 * day,
  'Followed conversation changed': day,
  'Sending failed': 2 * day,
  'Scheduled reply held': 2 * day,
  'SLA breach warning': day,
  'SLA breached': day,
  'CSAT answered': 2 * day,
  // The next digest replaces it.
  'Daily digest': day / 2,
  'Security change': 7 * day,
  // A reminder replaces it.
  'System alert': day,
}

export type SystemMail = {
  template: SystemMailTemplate
  agent_id: number
  conversation_id?: number
  data?: SystemMailData
  /** Earliest time to send; immediately by default. */
  not_before?: Date
  /** Dropped after this; the default depends on the template. */
  expires_at?: Date
}

/** Queues an email to an agent, sent after this transaction. Waits while no mail server is configured. */
export const queueSystemMail = (tx: Tx, mail: SystemMail): Promise<void> => queueSystemMails(tx, [mail])

/** The same for many emails, in two statements. */
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
        not_before: mail.not_before ?? tx.now,
        expires_at: mail.expires_at ?? new Date(tx.now.getTime() + lifetimeMs[mail.template]),
      })),
    )
    .returning(['id', 'not_before'])
    .execute()
  await tx.enqueueAll(
    'send_system_mail',
    rows.map(({ id, not_before }) => ({ payload: { id }, key: jobKey(id), run_at: not_before })),
  )
}

const jobKey = (id: number) => `send_system_mail:${id}`

export const enqueueSystemMail = (tx: Tx, id: number, run_at: Date): Promise<void> =>
  tx.enqueue('send_system_mail', { id }, { key: jobKey(id), run_at })

/** Retries all pending emails now. */
export async function retryPendingMails(tx: Tx): Promise<void> {
  const rows = await tx.db
    .updateTable('system_mails')
    .set({ not_before: tx.now, updated_at: tx.now })
    .where('status', '=', 'pending')
    // Emails being sent right now stay claimed.
    .where('delivery_error', 'is not', null)
    .returning('id')
    .execute()
  for (const { id } of rows) await enqueueSystemMail(tx, id, tx.now)
}

/** Job, every minute: requeues emails whose job was lost in a crash. */
export async function requeueLostSystemMails(tx: Tx): Promise<void> {
  const rows = await tx.db
    .selectFrom('system_mails')
    .select('id')
    .where('status', '=', 'pending')
    .where('not_before', '<', new Date(tx.now.getTime() - 60_000))
    .limit(1000)
    .execute()
  for (const { id } of rows) await enqueueSystemMail(tx, id, tx.now)
}
