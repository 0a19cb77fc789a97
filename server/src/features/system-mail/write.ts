import type { TemplateValues } from '@parley/contract/template-variables'
import type { Frame } from '@parley/mail/frame'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { fillTemplate } from '../../liquid.ts'
import { linkLives, makePasswordToken } from '../auth/password-link.ts'
import { readSettings } from '../settings/settings.ts'
import { conversationFacts, workspaceFacts } from '../templates/values.ts'
import type { SystemMailData } from './queue.ts'
import { securityChangeWords } from './security-change.ts'

type Written = { to: string[]; subject: string; frame: Frame; root_url: string }

/** Subject and text of a mail, from its template; null when the agent may not have it any more. Throws BrokenTemplate. */
export async function writeSystemMail(
  tx: Tx,
  mail: Selectable<DB['system_mails']>,
  fixed: { root_url: string },
): Promise<Written | null> {
  const recipient = await tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email'])
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
  const { author_id, sla, security } = mail.data as SystemMailData // written by queueSystemMail
  const root_url = settings['app.root_url']
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
    ...(sla && { sla }),
    ...(security && {
      change: await securityChangeWords(tx.db, mail.agent_id, { security, workspace: settings['app.lang'] }),
    }),
    ...(await linkOf(tx, mail, root_url, facts?.conversation.uuid)),
  }
  return {
    to: [recipient.email],
    subject: await fillTemplate(template.subject ?? mail.template, values, 'text'),
    frame: { html: await fillTemplate(template.body, values), slot: null },
    root_url,
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
  return { link: `${root_url}/${conversation_uuid ? `inboxes/all/conversation/${conversation_uuid}` : ''}` }
}
