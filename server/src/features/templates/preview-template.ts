import type { TemplateDesign } from '@parley/contract/templates/template-design'
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
import type { FileStore } from '../../files/file-store.ts'
import { notFound } from '../../http/errors.ts'
import { BrokenTemplate, renderTemplate } from '../../liquid.ts'
import { loadCatalogue } from '../settings/languages.ts'
import { readSettings } from '../settings/settings.ts'
import { findShownLogo } from './brand-logo.ts'
import { checkTemplate } from './check-template.ts'
import { renderFrame } from './message-frame.ts'
import { renderSignature } from './reply-signature.ts'
import { sampleValues } from './sample-values.ts'
import { fillSignInBody } from './sign-in-link.ts'
import { renderCleanDesign } from './stored-design.ts'
import { type BrandColumns, inboxValues, readConversationValues, workspaceValues } from './template-values.ts'

type PreviewRequest = {
  type: TemplateType
  name?: string | null | undefined
  body: string
  subject: string | null
  design?: TemplateDesign | null | undefined
  inbox_id?: number | null | undefined
  reference_number?: string | null | undefined
}

export type PreviewDeps = { root_url: string; now: Date; files: FileStore }

/**
 * Renders a template with a conversation visible to the actor: the requested one, otherwise the newest. Reply templates show the
 * last reply sent there, if the actor may read messages. A broken template does not throw; the result describes the problem.
 */
export async function previewTemplate(
  db: Db,
  actor: Actor,
  request: PreviewRequest,
  deps: PreviewDeps,
): Promise<TemplatePreview> {
  const { root_url, now } = deps
  const body = request.design ? renderCleanDesign(request.design).body : replaceLegacySlot(request.body)
  const source = { ...request, name: request.name ?? '', body }
  const sampleConversation = await findConversation(db, actor, request.reference_number ?? null)
  const reference_number = sampleConversation?.reference_number ?? null
  const problem = await checkTemplate(source)
  if (problem) return { subject: '', html: '', problem, reference_number }
  const settings = await readSettings(db, { root_url, version: '' })
  // Not in the emails either.
  const { signature: _, ...author } = await readAuthor(db, actor.id)
  const values = {
    ...(await readSampleValues(db, sampleConversation?.id, request.inbox_id)),
    ...workspaceValues(settings, now),
    link: `${settings['app.root_url']}/`,
    author,
  }
  const mayRead = actor.permissions.has('messages:read')
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
    const reply = await readLastReply(db, mayRead ? sampleConversation?.id : undefined)
    return {
      subject: values.conversation?.subject ?? '',
      html: await renderReplyPage(db, source.body, values, { reply, files: deps.files }),
      problem: null,
      reference_number,
    }
  } catch (error) {
    if (error instanceof BrokenTemplate)
      return { subject: '', html: '', problem: { path: 'body', ...error.problem }, reference_number }
    throw error
  }
}

/** A made-up reply in the template with the brand, both of which may be unsaved. */
export async function previewReply(
  db: Db,
  actor: Actor,
  { body, inbox }: { body: string; inbox: BrandColumns & { signature: string } },
  { root_url, now, files }: PreviewDeps,
): Promise<TemplatePreview> {
  const settings = await readSettings(db, { root_url, version: '' })
  const author = await readAuthor(db, actor.id)
  const values: TemplateValues = {
    ...sampleValues,
    ...inboxValues(inbox),
    ...workspaceValues(settings, now),
    author,
  }
  const reference_number = null
  const signature = await renderSignature(inbox, author, values.workspace ?? {})
  try {
    const html = await renderReplyPage(db, body, values, { reply: sampleReply + signature, files })
    return { subject: values.conversation?.subject ?? '', html, problem: null, reference_number }
  } catch (error) {
    if (!(error instanceof BrokenTemplate)) throw error
    return { subject: '', html: '', problem: { path: 'body', ...error.problem }, reference_number }
  }
}

/** A reply in its template, with the brand's logo in the page. */
async function renderReplyPage(
  db: Db,
  body: string,
  values: TemplateValues,
  { reply, files }: { reply: string; files: FileStore },
): Promise<string> {
  const page = wrapDocument(fillFrame(await renderFrame(body, values), reply) ?? '', '')
  return embedLogo(db, files, page, values)
}

/** The page that shows it can't load pictures from this site. */
async function embedLogo(db: Db, files: FileStore, page: string, values: TemplateValues): Promise<string> {
  const logo = await findShownLogo(db, page, values)
  if (!logo) return page
  const bytes = await files.get(logo.picture.content_hash)
  return page.replaceAll(logo.url, `data:${logo.picture.content_type};base64,${bytes.toString('base64')}`)
}

async function readSampleValues(
  db: Db,
  conversation_id: number | undefined,
  inbox_id: number | null | undefined,
): Promise<TemplateValues> {
  return {
    ...sampleValues,
    ...(conversation_id !== undefined && (await readConversationValues(db, conversation_id))),
    ...(inbox_id && (await readInboxValues(db, inbox_id))),
  }
}

async function readInboxValues(db: Db, id: number) {
  const inbox = await db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!inbox) throw notFound('Inbox')
  return inboxValues(inbox)
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

async function readLastReply(db: Db, conversation_id: number | undefined): Promise<string> {
  const row =
    conversation_id === undefined
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

const readAuthor = (db: Db, id: number) =>
  db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email', 'signature'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
