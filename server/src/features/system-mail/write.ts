import type { TemplateValues } from '@parley/contract/template-variables'
import { type Frame, wholePage } from '@parley/mail/frame'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { fillTemplate } from '../../liquid.ts'
import type { Secrets } from '../../secrets.ts'
import { linkLives, makePasswordToken } from '../auth/password-link.ts'
import { footerOf } from '../notifications/footer.ts'
import { kindOf } from '../notifications/kind-of.ts'
import { noticeValues } from '../notifications/notice-values.ts'
import { unsubscribePath } from '../notifications/unsubscribe-link.ts'
import { catalogue } from '../settings/lang.ts'
import { readSettings } from '../settings/settings.ts'
import { conversationFacts, workspaceFacts } from '../templates/values.ts'
import type { SystemMailData } from './queue.ts'
import { securityChangeWords } from './security-change.ts'

type Written = {
  to: string[]
  subject: string
  frame: Frame
  root_url: string
  /** What the mails to this agent about this conversation have in common, without brackets and domain. */
  thread: string | null
  unsubscribe_url?: string
}

/** Subject and text of a mail, from its template; null when the agent may not have it any more. Throws BrokenTemplate. */
export async function writeSystemMail(
  tx: Tx,
  mail: Selectable<DB['system_mails']>,
  { secrets, ...fixed }: { root_url: string; secrets: Secrets },
): Promise<Written | null> {
  const recipient = await tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email', 'language'])
    .where('id', '=', mail.agent_id)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!recipient) return null
  const [settings, template, facts] = await Promise.all([
    readSettings(tx.db, { ...fixed, version: '' }),
    tx.db
      .selectFrom('templates')
      .select(['subject', 'body'])
      .where('is_builtin', '=', true)
      .where('name', '=', mail.template)
      .executeTakeFirstOrThrow(),
    mail.conversation_id === null ? null : conversationFacts(tx.db, mail.conversation_id),
  ])
  const { author_id, security } = mail.data as SystemMailData // written by queueSystemMail
  const root_url = settings['app.root_url']
  const language = recipient.language || settings['app.lang']
  const texts = await catalogue(language)
  const told = await noticeValues(tx, mail, { now: tx.now, language, texts, root_url })
  if (!told) return null
  const author =
    author_id === undefined
      ? undefined
      : await tx.db
          .selectFrom('agents')
          .select(['first_name', 'last_name', 'email'])
          .where('id', '=', author_id)
          .where('is_system', '=', false)
          .executeTakeFirst()
  const values: TemplateValues = {
    ...facts,
    ...workspaceFacts(settings, tx.now),
    recipient,
    ...(author && { author }),
    ...told,
    ...(security && {
      change: await securityChangeWords(tx.db, mail.agent_id, { security, workspace: settings['app.lang'] }),
    }),
    ...(await linkOf(tx, mail, root_url, facts?.conversation.uuid)),
  }
  const kind = kindOf(mail.template)
  const unsubscribe_url = kind && `${root_url}${unsubscribePath(secrets, { agent_id: mail.agent_id, kind })}`
  const body = await fillTemplate(template.body, values)
  return {
    to: [recipient.email],
    subject: await fillTemplate(template.subject ?? mail.template, values, 'text'),
    frame: {
      html: unsubscribe_url ? wholePage(body, footerOf({ kind, texts, root_url, unsubscribe_url })) : body,
      slot: null,
    },
    root_url,
    thread: facts && `conversation.${facts.conversation.uuid}.${mail.agent_id}`,
    ...(unsubscribe_url && { unsubscribe_url }),
  }
}

async function linkOf(
  tx: Tx,
  { template, agent_id }: { template: string; agent_id: number },
  root_url: string,
  conversation_uuid: string | undefined,
): Promise<{ link: string; valid_for?: string }> {
  if (template === 'Invitation' || template === 'Password reset') {
    const life = linkLives[template]
    const token = await makePasswordToken(tx, agent_id, life.ms)
    return { link: `${root_url}/set-password?token=${token}`, valid_for: life.words }
  }
  if (template === 'Security change') return { link: `${root_url}/account/security` }
  return {
    link: `${root_url}/inboxes/${conversation_uuid ? `all/conversation/${conversation_uuid}` : 'assigned'}`,
  }
}
