import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { affectsSignIn, isSignInTemplate, type SignInTemplate } from '@parley/contract/templates/templates'
import { type Frame, wrapDocument } from '@parley/mail/compose/frame'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { createPasswordToken, linkLifetimes } from '../../identity/password-tokens.ts'
import { type SignInUrl, signInUrl } from '../../identity/sign-in-url.ts'
import { renderTemplate } from '../../liquid.ts'
import type { Secrets } from '../../secrets.ts'
import type { SystemMailData } from '../../system-mail/queue-system-mail.ts'
import { renderFooter } from '../notifications/notice-footer.ts'
import { readNoticeValues } from '../notifications/notice-values.ts'
import { notificationKindOf } from '../notifications/notification-kind.ts'
import { unsubscribePath } from '../notifications/unsubscribe/unsubscribe-link.ts'
import { loadCatalogue } from '../settings/languages.ts'
import { readSettings } from '../settings/settings.ts'
import { fillSignInBody } from '../templates/sign-in-link.ts'
import { readConversationValues, workspaceValues } from '../templates/template-values.ts'
import { alertValues } from './alert-values.ts'
import { securityChangeText } from './security-change-text.ts'

type RenderedMail = {
  to: string[]
  subject: string
  frame: Frame
  root_url: string
  /** Thread id of the emails to this agent about this conversation, without brackets and domain. */
  thread: string | null
  unsubscribe_url?: string
}

/** Renders subject and body of an email from its template; null when the agent may no longer receive it. Throws BrokenTemplate. */
export async function renderSystemMail(
  tx: Tx,
  mail: Selectable<DB['system_mails']>,
  { secrets, root_url: fixed_url, ...sign_in }: { root_url: string; secrets: Secrets } & SignInUrl,
): Promise<RenderedMail | null> {
  const recipient = await tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email', 'language'])
    .where('id', '=', mail.agent_id)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!recipient) return null
  const [settings, template, facts] = await Promise.all([
    readSettings(tx.db, { root_url: fixed_url, version: '' }),
    tx.db
      .selectFrom('templates')
      .select(['subject', 'body'])
      .where('is_builtin', '=', true)
      .where('name', '=', mail.template)
      .executeTakeFirstOrThrow(),
    mail.conversation_id === null ? null : readConversationValues(tx.db, mail.conversation_id),
  ])
  const { author_id, security, alerts, to } = mail.data as SystemMailData // written by queueSystemMail
  const root_url = affectsSignIn({ name: mail.template, is_builtin: true })
    ? signInUrl(sign_in, settings)
    : settings['app.root_url']
  const language = recipient.language || settings['app.lang']
  const texts = await loadCatalogue(language)
  const noticeValues = await readNoticeValues(tx, mail, { now: tx.now, language, texts, root_url })
  if (!noticeValues) return null
  const author = author_id === undefined ? undefined : await findAuthor(tx, author_id)
  const values: TemplateValues = {
    ...facts,
    ...workspaceValues(settings, tx.now),
    recipient,
    ...(author && { author }),
    ...noticeValues,
    ...(security && {
      change: await securityChangeText(tx.db, mail.agent_id, { security, workspace: settings['app.lang'] }),
    }),
    alert: alertValues(alerts, texts),
    ...linkValues(mail, root_url, facts?.conversation.uuid),
  }
  const kind = notificationKindOf(mail.template)
  const unsubscribe_url = kind && `${root_url}${unsubscribePath(secrets, { agent_id: mail.agent_id, kind })}`
  const body = isSignInTemplate(mail.template)
    ? await renderSignInBody(tx, template.body, values, {
        template: mail.template,
        agent_id: mail.agent_id,
        root_url,
        texts,
      })
    : await renderTemplate(template.body, values)
  return {
    to: [to ?? recipient.email],
    subject: await renderTemplate(template.subject ?? mail.template, values, 'text'),
    frame: {
      html: unsubscribe_url
        ? wrapDocument(body, renderFooter({ kind, texts, root_url, unsubscribe_url }))
        : body,
      slot: null,
    },
    root_url,
    thread: facts && `conversation.${facts.conversation.uuid}.${mail.agent_id}`,
    ...(unsubscribe_url && { unsubscribe_url }),
  }
}

const findAuthor = (tx: Tx, id: number) =>
  tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .where('is_system', '=', false)
    .executeTakeFirst()

/** The token is created here, so that it exists only in the email. */
async function renderSignInBody(
  tx: Tx,
  body: string,
  values: TemplateValues,
  {
    agent_id,
    root_url,
    ...mail
  }: { template: SignInTemplate; agent_id: number; root_url: string; texts: Record<string, string> },
): Promise<string> {
  const token = await createPasswordToken(tx, agent_id, linkLifetimes[mail.template].ms)
  return fillSignInBody(body, values, { ...mail, url: `${root_url}/set-password?token=${token}` })
}

/** The link that signs someone in is not known yet, only how long it is valid. */
function linkValues(
  { template }: { template: string },
  root_url: string,
  conversation_uuid: string | undefined,
): Pick<TemplateValues, 'link' | 'valid_for'> {
  if (isSignInTemplate(template)) return { valid_for: linkLifetimes[template].label }
  if (template === 'Security change') return { link: `${root_url}/account/security` }
  if (template === 'System alert') return { link: `${root_url}/admin/system` }
  const path = conversation_uuid ? `all/conversation/${conversation_uuid}` : 'assigned'
  return { link: `${root_url}/inboxes/${path}` }
}
