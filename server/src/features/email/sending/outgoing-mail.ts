import type { MessageMeta } from '@parley/contract/messages/messages'
import type { OutgoingMail } from '@parley/mail/compose/compose-mail'
import { createToken, plusAddress } from '@parley/mail/conversation-token'
import { type Selectable, sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { Secrets } from '../../../secrets.ts'
import { supportedTimeZone } from '../../../time-zone.ts'
import { renderSurveyMail } from '../../csat/survey-mail.ts'
import { readHistory } from '../../messages/quoted-history.ts'
import { readSettings } from '../../settings/settings.ts'
import { renderSignature } from '../../templates/reply-signature.ts'
import { deriveTokenKeys } from '../token-keys.ts'
import { renderReplyFrame } from './brand-frame.ts'
import { renderFromName } from './from-name.ts'
import type { ClaimedMessage } from './message-claim.ts'
import {
  type EarlierMessage,
  listOwnMedia,
  loadFile,
  loadHistoryFiles,
  toQuotableMessage,
} from './quoted-messages.ts'
import { buildSideThreadMail } from './side-thread-mail.ts'

type OutgoingMailDeps = {
  db: Db
  secrets: Secrets
  files: { media: FileStore }
  root_url: string
  clock: Clock
}

const maxQuotedMessages = 10

/** Builds the mail of a reply, to the customer or to third parties, from the database and the file store. */
export const buildOutgoingMail = (
  deps: OutgoingMailDeps,
  m: ClaimedMessage,
  inbox: Selectable<DB['inboxes']>,
): Promise<OutgoingMail> =>
  m.side_thread_id === null
    ? buildReplyMail(deps, m, inbox)
    : buildSideThreadMail(deps, m, m.side_thread_id, inbox)

async function buildReplyMail(
  { db, secrets, files, root_url, clock }: OutgoingMailDeps,
  m: ClaimedMessage,
  inbox: Selectable<DB['inboxes']>,
): Promise<OutgoingMail> {
  const meta = m.meta as MessageMeta // written with the contract's type
  const [{ subject }, sender, earlier, references, ownMedia, settings] = await Promise.all([
    db
      .selectFrom('conversations')
      .select('subject')
      .where('id', '=', m.conversation_id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('agents')
      .select(['is_system', 'first_name', 'last_name', 'email', 'signature'])
      .where('id', '=', m.sender_id)
      .executeTakeFirst(),
    listEarlierMessages(db, m),
    listEarlierMessageIds(db, m),
    listOwnMedia(db, m.id),
    readSettings(db, { root_url, version: '' }),
  ])
  const site_name = settings['app.site_name']
  const agent = sender && !sender.is_system && !meta.is_csat ? sender : null
  const signature = agent
    ? await renderSignature(inbox, agent, { site_name, root_url: settings['app.root_url'] })
    : ''
  const now = clock.now()
  const survey = meta.is_csat ? await renderSurveyMail(db, m, { inbox, settings, now }) : null
  const quoted = inbox.quote_history && !survey ? await selectQuoted(db, m, earlier) : []
  const systemName = await renderFromName(inbox, null, site_name)
  return {
    message_id: m.source_id,
    in_reply_to: references.at(-1) ?? null,
    references,
    date: m.created_at,
    from: { name: await renderFromName(inbox, agent, site_name), address: inbox.address },
    reply_to: inbox.plus_addressing_proved_at
      ? plusAddress(inbox.address, createReplyToken(m, secrets))
      : null,
    to: meta.to ?? [],
    cc: meta.cc ?? [],
    bcc: meta.bcc ?? [],
    subject: survey?.subject || (subject ?? ''),
    answers: earlier.length > 0,
    html: survey?.html ?? m.content + signature,
    files: await Promise.all(ownMedia.map((media) => loadFile(files.media, media))),
    history: quoted.map((message) => toQuotableMessage(message, systemName || inbox.name)),
    history_files: await loadHistoryFiles(db, files.media, quoted),
    time_zone: supportedTimeZone(settings['app.timezone']),
    root_url: settings['app.root_url'],
    automatic: sender?.is_system === true || survey !== null,
    ...(await renderReplyFrame(db, m, { inbox, settings, now, files }, survey?.html)),
  }
}

async function selectQuoted(db: Db, m: ClaimedMessage, earlier: EarlierMessage[]): Promise<EarlierMessage[]> {
  const meta = m.meta as MessageMeta // written with the contract's type
  const seen = await filterSeenByAll(db, m.conversation_id, earlier, meta)
  return seen.filter((message) => canBeQuoted(message, meta)).slice(0, maxQuotedMessages)
}

/** What customers saw or wrote, newest first: no notes, activity lines, failed messages or surveys. */
async function listEarlierMessages(db: Db, m: ClaimedMessage): Promise<EarlierMessage[]> {
  const { rows } = await sql<EarlierMessage>`
    select m.id, m.type, m.status, m.private, m.created_at, m.content, m.content_type, m.meta, m.authentication,
      case when not coalesce(a.is_system, false)
        then nullif(trim(coalesce(a.first_name || ' ' || a.last_name, k.first_name || ' ' || k.last_name)), '') end as author
    from messages m
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.conversation_id = any(${withMerged(m.conversation_id)}) and (m.created_at, m.id) < (${m.created_at}::timestamptz, ${m.id})
      and not m.private and m.type in ('incoming', 'outgoing') and m.status in ('received', 'sent')
      and not coalesce((m.meta->>'is_csat')::boolean, false)
    order by m.created_at desc, m.id desc limit ${2 * maxQuotedMessages}`.execute(db)
  return rows
}

/** Message-IDs of the conversation so far, oldest first: the first one and the newest. */
async function listEarlierMessageIds(db: Db, m: ClaimedMessage): Promise<string[]> {
  const query = db
    .selectFrom('messages')
    .select(['source_id', 'created_at', 'id'])
    .where('conversation_id', '=', sql<number>`any(${withMerged(m.conversation_id)})`)
    .where('source_id', 'is not', null)
    // Generated for mail without an id; means nothing to others.
    .where('source_id', 'not like', '%@no-message-id.invalid')
    .where(sql<boolean>`(created_at, id) < (${m.created_at}::timestamptz, ${m.id})`)
  const [first, newest] = await Promise.all([
    query.orderBy('created_at').orderBy('id').limit(1).execute(),
    query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).execute(),
  ])
  return [...new Set([...first, ...newest.reverse()].flatMap(({ source_id }) => source_id ?? []))]
}

/**
 * If a recipient has not received the whole history, only quote what everyone has received (docs/spec/product-decisions.md#sender-authentication).
 */
async function filterSeenByAll(
  db: Db,
  conversation_id: number,
  earlier: EarlierMessage[],
  meta: MessageMeta,
): Promise<EarlierMessage[]> {
  if (!meta.history_withheld) return earlier
  const { seen_by_all: had_by_all } = await readHistory(db, conversation_id, earlier, meta)
  return earlier.filter((_, at) => had_by_all[at])
}

/** A stranger's message is not passed on, except to the stranger. */
function canBeQuoted(message: EarlierMessage, { to = [], cc = [], bcc = [] }: MessageMeta): boolean {
  const { new_participant, from = [] } = message.meta as MessageMeta // written with the contract's type
  const recipients = [...to, ...cc, ...bcc]
  return !new_participant || from.some((author) => recipients.includes(author))
}

function createReplyToken(m: ClaimedMessage, secrets: Secrets): string {
  const [key] = deriveTokenKeys(secrets)
  return createToken({ ...key, conversation_id: m.conversation_id })
}
