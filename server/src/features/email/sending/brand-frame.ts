import type { GeneralSettings } from '@parley/contract/settings/settings'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { EmbeddedLogo } from '@parley/mail/compose/compose-mail'
import type { Frame } from '@parley/mail/compose/frame'
import { UnsendableMailError } from '@parley/mail/compose/header-values'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { BrokenTemplate } from '../../../liquid.ts'
import { findShownLogo } from '../../templates/brand-logo.ts'
import { findReplyTemplate, renderFrame } from '../../templates/message-frame.ts'
import { inboxValues, readConversationValues, workspaceValues } from '../../templates/template-values.ts'
import type { ClaimedMessage } from './message-claim.ts'
import { loadFile } from './quoted-messages.ts'

type Inbox = Selectable<DB['inboxes']>
type Context = { inbox: Inbox; settings: GeneralSettings; now: Date; files: { media: FileStore } }

/** The template of the inbox around a reply, and the logo if the email shows it. */
export async function renderReplyFrame(
  db: Db,
  m: ClaimedMessage,
  { inbox, settings, now, files }: Context,
  body_html = '',
): Promise<{ frame?: Frame; logo?: EmbeddedLogo }> {
  const [template, facts, author] = await Promise.all([
    findReplyTemplate(db, inbox.template_id),
    readConversationValues(db, m.conversation_id),
    findAuthor(db, m.sender_id),
  ])
  const values = {
    ...facts,
    // The one that sends, even if the conversation was moved since.
    ...inboxValues(inbox),
    ...workspaceValues(settings, now),
    ...author,
  }
  return render(db, template, values, { files, body_html })
}

/**
 * The same around an email to third parties, with nothing of the customer in it. Only a template that was chosen for the inbox: the default
 * one is written for customers (docs/spec/wire.md#brands).
 */
export async function renderSideThreadFrame(
  db: Db,
  m: ClaimedMessage,
  { inbox, settings, now, files }: Context,
  subject: string,
): Promise<{ frame?: Frame; logo?: EmbeddedLogo }> {
  if (inbox.template_id === null) return {}
  const values = {
    conversation: { subject },
    ...inboxValues(inbox),
    ...workspaceValues(settings, now),
    ...(await findAuthor(db, m.sender_id)),
  }
  return render(db, await findReplyTemplate(db, inbox.template_id), values, { files })
}

async function render(
  db: Db,
  template: { name: string; body: string } | null,
  values: TemplateValues,
  { files, body_html = '' }: { files: { media: FileStore }; body_html?: string },
) {
  const frame = template && (await renderOrRefuse(template, values))
  const shown = await findShownLogo(db, (frame?.html ?? '') + body_html, values)
  return {
    ...(frame && { frame }),
    ...(shown && { logo: { url: shown.url, file: await loadFile(files.media, shown.picture) } }),
  }
}

async function renderOrRefuse(
  template: { name: string; body: string },
  values: TemplateValues,
): Promise<Frame> {
  try {
    return await renderFrame(template.body, values)
  } catch (error) {
    if (!(error instanceof BrokenTemplate) || error.transient) throw error
    throw new UnsendableMailError(
      `The template "${template.name}" has an error. ${error.message}. An administrator can fix it; then send the reply again`,
    )
  }
}

/** Contacts do not see the name of the system agent. */
async function findAuthor(db: Db, id: number): Promise<Pick<TemplateValues, 'author'>> {
  const author = await db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .where('is_system', '=', false)
    .executeTakeFirst()
  return author ? { author } : {}
}
