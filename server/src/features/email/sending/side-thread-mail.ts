import type { MessageMeta } from '@parley/contract/messages/messages'
import type { OutgoingMail } from '@parley/mail/compose/compose-mail'
import { splitForwarded } from '@parley/mail/compose/forwarded-messages'
import { createToken, plusAddress } from '@parley/mail/conversation-token'
import { type Selectable, sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { Secrets } from '../../../secrets.ts'
import { supportedTimeZone } from '../../../time-zone.ts'
import { readSettings } from '../../settings/settings.ts'
import { renderSignature } from '../../templates/reply-signature.ts'
import { deriveTokenKeys } from '../token-keys.ts'
import { renderSideThreadFrame } from './brand-frame.ts'
import { renderFromName } from './from-name.ts'
import type { ClaimedMessage } from './message-claim.ts'
import {
  type EarlierMessage,
  listOwnMedia,
  loadFile,
  loadHistoryFiles,
  toQuotableMessage,
} from './quoted-messages.ts'

type SideThreadMailDeps = {
  db: Db
  secrets: Secrets
  files: { media: FileStore }
  root_url: string
  clock: Clock
}

const maxQuotedMessages = 10
const maxReferences = 20

/**
 * Builds the mail of an email to third parties. Ids, quoted history and reply address are those of the side thread
 * only, so nothing in it leads to the customer's messages.
 */
export async function buildSideThreadMail(
  { db, secrets, files, root_url, clock }: SideThreadMailDeps,
  m: ClaimedMessage,
  side_thread_id: number,
  inbox: Selectable<DB['inboxes']>,
): Promise<OutgoingMail> {
  const meta = m.meta as MessageMeta // written with the contract's type
  const [thread, agent, earlier, references, ownMedia, settings] = await Promise.all([
    db
      .selectFrom('side_threads')
      .select('subject')
      .where('id', '=', side_thread_id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('agents')
      .select(['first_name', 'last_name', 'email', 'signature'])
      .where('id', '=', m.sender_id)
      .where('is_system', '=', false)
      .executeTakeFirst(),
    listEarlierMessages(db, m, side_thread_id),
    listEarlierIds(db, m, side_thread_id),
    listOwnMedia(db, m.id),
    readSettings(db, { root_url, version: '' }),
  ])
  const site_name = settings['app.site_name']
  const signature = agent
    ? await renderSignature(inbox, agent, { site_name, root_url: settings['app.root_url'] })
    : ''
  const quoted = inbox.quote_history ? earlier.filter(isNotFromStranger).slice(0, maxQuotedMessages) : []
  const systemName = await renderFromName(inbox, null, site_name)
  const [, key] = deriveTokenKeys(secrets)
  const { own, forwarded } = splitForwarded(m.content)
  return {
    message_id: m.source_id,
    in_reply_to: references.at(-1) ?? null,
    references,
    date: m.created_at,
    from: { name: await renderFromName(inbox, agent ?? null, site_name), address: inbox.address },
    reply_to: inbox.plus_addressing_proved_at
      ? plusAddress(inbox.address, createToken({ ...key, side_thread_id }))
      : null,
    to: meta.to ?? [],
    cc: meta.cc ?? [],
    bcc: meta.bcc ?? [],
    subject: thread.subject,
    answers: earlier.length > 0,
    html: own + signature,
    forwarded_html: forwarded,
    files: await Promise.all(ownMedia.map((media) => loadFile(files.media, media))),
    history: quoted.map((message) => ({
      ...toQuotableMessage(message, systemName || inbox.name),
      // Private means hidden from the customer; these were sent to third parties.
      private: false,
    })),
    history_files: await loadHistoryFiles(db, files.media, quoted),
    time_zone: supportedTimeZone(settings['app.timezone']),
    root_url: settings['app.root_url'],
    automatic: false,
    ...(await renderSideThreadFrame(db, m, { inbox, settings, now: clock.now(), files }, thread.subject)),
  }
}

/**
 * The emails of the side thread before this one, newest first. Those that were written in another conversation while
 * this one was merged into it stay there.
 */
async function listEarlierMessages(
  db: Db,
  m: ClaimedMessage,
  side_thread_id: number,
): Promise<EarlierMessage[]> {
  const { rows } = await sql<EarlierMessage>`
    select m.id, m.type, m.status, m.private, m.created_at, m.content, m.content_type, m.meta, m.authentication,
      nullif(trim(coalesce(a.first_name || ' ' || a.last_name, k.first_name || ' ' || k.last_name)), '') as author
    from messages m
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.side_thread_id = ${side_thread_id} and m.conversation_id = any(${withMerged(m.conversation_id)})
      and (m.created_at, m.id) < (${m.created_at}::timestamptz, ${m.id})
      and m.type <> 'activity' and m.status in ('received', 'sent')
    order by m.created_at desc, m.id desc limit ${2 * maxQuotedMessages}`.execute(db)
  return rows
}

/** As in conversations, a stranger's message is not passed on. */
const isNotFromStranger = ({ meta }: EarlierMessage) => (meta as MessageMeta).new_participant !== true // written with the contract's type

/** Message-IDs of the side thread so far, oldest first: the first one and the newest. */
async function listEarlierIds(db: Db, m: ClaimedMessage, side_thread_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('side_thread_ids as t')
    .innerJoin('messages as e', 'e.id', 't.message_id')
    .select('t.source_id')
    .where('t.side_thread_id', '=', side_thread_id)
    .where('t.source_id', 'not like', '%@no-message-id.invalid')
    .where(sql<boolean>`(e.created_at, e.id) < (${m.created_at}::timestamptz, ${m.id})`)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
  const ids = rows.map(({ source_id }) => source_id)
  return ids.length > maxReferences ? [...ids.slice(0, 1), ...ids.slice(1 - maxReferences)] : ids
}
