import type { TemplateValues } from '@parley/contract/template-variables'
import {
  isSignInTemplate,
  surveyTemplate,
  type TemplatePreview,
  type TemplateType,
  withSlot,
} from '@parley/contract/templates'
import { htmlForMail } from '@parley/mail/compose-html'
import { fillFrame, wholePage } from '@parley/mail/frame'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { BrokenTemplate, fillTemplate } from '../../liquid.ts'
import { visibleTo } from '../conversations/access.ts'
import { catalogue } from '../settings/lang.ts'
import { readSettings } from '../settings/settings.ts'
import { fillSignInBody } from '../system-mail/sign-in-mail.ts'
import { checkTemplate } from './check.ts'
import { framed } from './frame.ts'
import { sampleValues } from './sample.ts'
import { conversationFacts, workspaceFacts } from './values.ts'

type Asked = {
  type: TemplateType
  name?: string | null | undefined
  body: string
  subject: string | null
  reference_number?: string | null | undefined
}

/**
 * A template filled in with a conversation that the actor may see: the one asked for, else the newest. Replies show the last one that was
 * sent there. Never throws for a broken template; the answer says what is wrong.
 */
export async function previewTemplate(
  db: Db,
  actor: Actor,
  asked: Asked,
  { root_url, now }: { root_url: string; now: Date },
): Promise<TemplatePreview> {
  const source = { ...asked, name: asked.name ?? '', body: withSlot(asked.body) }
  const found = await findConversation(db, actor, asked.reference_number ?? null)
  const reference_number = found?.reference_number ?? null
  const problem = await checkTemplate(source)
  if (problem) return { subject: '', html: '', problem, reference_number }
  const settings = await readSettings(db, { root_url, version: '' })
  const values: TemplateValues = {
    ...sampleValues,
    ...(found && (await conversationFacts(db, found.id))),
    ...workspaceFacts(settings, now),
    link: `${settings['app.root_url']}/`,
    author: await person(db, actor.id),
  }
  const isForAgent = asked.type === 'email_notification' && asked.name !== surveyTemplate
  values.recipient = isForAgent ? values.author : values.contact
  try {
    if (asked.type === 'email_notification')
      return {
        subject: await fillTemplate(source.subject ?? '', values, 'text'),
        html: wholePage(await bodyOf(source, values, settings['app.lang']), ''),
        problem: null,
        reference_number,
      }
    const reply = await lastReply(db, found?.id ?? null)
    return {
      subject: values.conversation?.subject ?? '',
      html: wholePage(fillFrame(await framed(source.body, values), reply) ?? '', ''),
      problem: null,
      reference_number,
    }
  } catch (error) {
    if (error instanceof BrokenTemplate)
      return { subject: '', html: '', problem: { path: 'body', ...error.problem }, reference_number }
    throw error
  }
}

/** A sign-in mail as its reader gets it, with a link that leads nowhere. */
async function bodyOf({ name, body }: { name: string; body: string }, values: TemplateValues, lang: string) {
  if (!isSignInTemplate(name)) return fillTemplate(body, values)
  const url = `${values.workspace?.root_url}/set-password`
  return fillSignInBody(body, values, { template: name, url, texts: await catalogue(lang) })
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

async function lastReply(db: Db, conversation_id: number | null): Promise<string> {
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
  return htmlForMail(row?.content ?? sampleReply, noImages, '')
}

const sampleReply =
  '<p>Hello Grace,</p><p>the small one: it leaves the door free. We can send it tomorrow.</p><p>Ada</p>'

const person = (db: Db, id: number) =>
  db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
