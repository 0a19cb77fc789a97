import type { TemplateValues } from '@parley/contract/template-variables'
import { affectsSignIn, isSignInTemplate, type SignInTemplate } from '@parley/contract/templates'
import { type Frame, wholePage } from '@parley/mail/frame'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { fillTemplate } from '../../liquid.ts'
import type { Secrets } from '../../secrets.ts'
import { linkLives, makePasswordToken } from '../auth/password-link.ts'
import { type SignInUrl, signInUrl } from '../auth/sign-in-url.ts'
import { footerOf } from '../notifications/footer.ts'
import { kindOf } from '../notifications/kind-of.ts'
import { noticeValues } from '../notifications/notice-values.ts'
import { unsubscribePath } from '../notifications/unsubscribe-link.ts'
import { catalogue } from '../settings/lang.ts'
import { readSettings } from '../settings/settings.ts'
import { conversationFacts, workspaceFacts } from '../templates/values.ts'
import type { SystemMailData } from './queue.ts'
import { securityChangeWords } from './security-change.ts'
import { fillSignInBody } from './sign-in-mail.ts'

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
  { secrets, root_url: fixed_url, ...sign_in }: { root_url: string; secrets: Secrets } & SignInUrl,
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
    readSettings(tx.db, { root_url: fixed_url, version: '' }),
    tx.db
      .selectFrom('templates')
      .select(['subject', 'body'])
      .where('is_builtin', '=', true)
      .where('name', '=', mail.template)
      .executeTakeFirstOrThrow(),
    mail.conversation_id === null ? null : conversationFacts(tx.db, mail.conversation_id),
  ])
  const { author_id, security, to } = mail.data as SystemMailData // written by queueSystemMail
  const root_url = affectsSignIn({ name: mail.template, is_builtin: true })
    ? signInUrl(sign_in, settings)
    : settings['app.root_url']
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
    ...(isSignInTemplate(mail.template)
      ? { valid_for: linkLives[mail.template].words }
      : { link: linkOf(mail, root_url, facts?.conversation.uuid) }),
  }
  const kind = kindOf(mail.template)
  const unsubscribe_url = kind && `${root_url}${unsubscribePath(secrets, { agent_id: mail.agent_id, kind })}`
  const body = isSignInTemplate(mail.template)
    ? await signInBody(tx, template.body, values, {
        template: mail.template,
        agent_id: mail.agent_id,
        root_url,
        texts,
      })
    : await fillTemplate(template.body, values)
  return {
    to: [to ?? recipient.email],
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

/** The token is made here, so that it is nowhere but in the mail. */
async function signInBody(
  tx: Tx,
  body: string,
  values: TemplateValues,
  {
    agent_id,
    root_url,
    ...mail
  }: { template: SignInTemplate; agent_id: number; root_url: string; texts: Record<string, string> },
): Promise<string> {
  const token = await makePasswordToken(tx, agent_id, linkLives[mail.template].ms)
  return fillSignInBody(body, values, { ...mail, url: `${root_url}/set-password?token=${token}` })
}

function linkOf(
  { template }: { template: string },
  root_url: string,
  conversation_uuid: string | undefined,
): string {
  if (template === 'Security change') return `${root_url}/account/security`
  return `${root_url}/inboxes/${conversation_uuid ? `all/conversation/${conversation_uuid}` : 'assigned'}`
}
