import type { TemplateValues } from '@parley/contract/templates/template-variables'
import {
  isSignInTemplate,
  replaceLegacySlot,
  surveyTemplate,
  type TemplatePreview,
  type TemplateType,
} from '@parley/contract/templates/templates'
import { fillFrame, wrapDocument } from '@parley/mail/compose/frame'
import { renderOutgoingHtml } from '@parley/mail/compose/outgoing-html'
import type { Actor } from '../../actor.ts'
import { visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { BrokenTemplate, renderTemplate } from '../../liquid.ts'
import { loadCatalogue } from '../settings/languages.ts'
import { readSettings } from '../settings/settings.ts'
import { checkTemplate } from './check-template.ts'
import { renderFrame } from './message-frame.ts'
import { sampleValues } from './sample-values.ts'
import { fillSignInBody } from './sign-in-link.ts'
import { readConversationValues, workspaceValues } from './template-values.ts'

type PreviewRequest = {
  type: TemplateType
  name?: string | null | undefined
  body: string
  subject: string | null
  reference_number?: string | null | undefined
}

/**
 * Renders a template with a conversation visible to the actor: the requested one, otherwise the newest. Reply templates show the
 * last reply sent there. A broken template does not throw; the result describes the problem.
 */
export async function previewTemplate(
  db: Db,
  actor: Actor,
  request: PreviewRequest,
  { root_url, now }: { root_url: string; now: Date },
): Promise<TemplatePreview> {
  const source = { ...request, name: request.name ?? '', body: replaceLegacySlot(request.body) }
  const sampleConversation = await findConversation(db, actor, request.reference_number ?? null)
  const reference_number = sampleConversation?.reference_number ?? null
  const problem = await checkTemplate(source)
  if (problem) return { subject: '', html: '', problem, reference_number }
  const settings = await readSettings(db, { root_url, version: '' })
  const values: TemplateValues = {
    ...sampleValues,
    ...(sampleConversation && (await readConversationValues(db, sampleConversation.id))),
    ...workspaceValues(settings, now),
    link: `${settings['app.root_url']}/`,
    author: await readAgentPerson(db, actor.id),
  }
  const isForAgent = request.type === 'email_notification' && request.name !== surveyTemplate
  values.recipient = isForAgent ? values.author : values.contact
  try {
    if (request.type === 'email_notification')
      return {
        subject: await renderTemplate(source.subject ?? '', values, 'text'),
        html: wrapDocument(await renderNotificationBody(source, values, settings['app.lang']), ''),
        problem: null,
        reference_number,
      }
    const reply = await readLastReply(db, sampleConversation?.id ?? null)
    return {
      subject: values.conversation?.subject ?? '',
      html: wrapDocument(fillFrame(await renderFrame(source.body, values), reply) ?? '', ''),
      problem: null,
      reference_number,
    }
  } catch (error) {
    if (error instanceof BrokenTemplate)
      return { subject: '', html: '', problem: { path: 'body', ...error.problem }, reference_number }
    throw error
  }
}

/** A sign-in email as its recipient sees it, with a link that leads nowhere. */
async function renderNotificationBody(
  { name, body }: { name: string; body: string },
  values: TemplateValues,
  lang: string,
) {
  if (!isSignInTemplate(name)) return renderTemplate(body, values)
  const url = `${values.workspace?.root_url}/set-password`
  return fillSignInBody(body, values, { template: name, url, texts: await loadCatalogue(lang) })
}

async function findConversation(db: Db, actor: Actor, reference_number: string | null) {
  const row = await db
    .selectFrom('conversations as c')
    .select(['c.id', 'c.reference_number'])
    .where('c.deleted_at', 'is', null)
    .where(visibleTo(actor))
    .$if(reference_number !== null, (one) => one.where('c.reference_number', '=', reference_number ?? ''))
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row && reference_number !== null) throw notFound('Conversation')
  return row
}

const noImages = { upload: () => null, data: () => null }

async function readLastReply(db: Db, conversation_id: number | null): Promise<string> {
  const row =
    conversation_id === null
      ? undefined
      : await db
          .selectFrom('messages')
          .select('content')
          .where('conversation_id', '=', conversation_id)
          .where('type', '=', 'outgoing')
          .where('private', '=', false)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
  return renderOutgoingHtml(row?.content ?? sampleReply, noImages, '')
}

const sampleReply =
  '<p>Hello Grace,</p><p>the small one: it leaves the door free. We can send it tomorrow.</p><p>Ada</p>'

const readAgentPerson = (db: Db, id: number) =>
  db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
