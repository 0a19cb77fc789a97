import {
  type Draft,
  DraftContent,
  type saveDraft as endpoint,
  maxDraftBytes,
  maxDrafts,
} from '@parley/contract/messages/drafts'
import { htmlToText, previewText } from '@parley/mail/html/html-to-text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'
import { referencedUploads } from '../media/attach-media.ts'
import { keepVersion } from './draft-versions.ts'
import { type DraftRow, getDraftConversation, presentDraft } from './drafts.ts'
import { endDraft, recordDraftChanged } from './end-draft.ts'
import { assertCurrent, lockDraft } from './lock-draft.ts'

type Save = z.output<(typeof endpoint)['body']>
export type SavedDraft = {
  draft: Draft
  /** Whether only the author's own browsers need to know: it existed before, and still does. */
  is_edit: boolean
}

/** Saves the actor's draft if nothing else has changed it since `base_revision`; otherwise 409 with the current draft. */
export async function saveDraft(tx: Tx, key: string, save: Save): Promise<SavedDraft> {
  const c = await getDraftConversation(tx.db, tx.actor, key)
  const row = await lockDraft(tx, key)
  assertCurrent(key, row, save.base_revision)
  if (isEmpty(save.content)) {
    if (row?.content != null && isWorthKeeping(row)) await keepVersion(tx, row, row.content)
    const ended = row && (await endDraft(tx, row, c, { sent: false }))
    return { draft: presentDraft(key, ended), is_edit: false }
  }
  if (row?.content == null || save.content.html.length > largeText) await assertRoomForDraft(tx, row)
  if (row?.content != null && save.keep_replaced) await keepVersion(tx, row, row.content)
  const values = {
    conversation_id: c?.id ?? null,
    revision: (row?.revision ?? 0) + 1,
    updated_at: tx.now,
    client_id: save.client_id,
    content: json(save.content),
    excerpt: excerptOf(save.content),
    sent_at: null,
    sent_attempt: null,
  }
  const saved = await tx.db
    .insertInto('drafts')
    .values({ agent_id: tx.actor.id, key, created_at: tx.now, ...values })
    .onConflict((existing) => existing.columns(['agent_id', 'key']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  await linkUploads(tx, saved.id, save.content)
  const is_edit = row?.content != null
  if (!is_edit) await recordDraftChanged(tx, saved, c)
  return { draft: presentDraft(key, saved), is_edit }
}

/** Shorter texts can't fill a disk, and are saved too often to add up all drafts each time. */
const largeText = 100_000

async function assertRoomForDraft(tx: Tx, existing: DraftRow | undefined): Promise<void> {
  const { count, bytes } = await tx.db
    .selectFrom('drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(pg_column_size(content)), 0)::bigint`.as('bytes'))
    .where('agent_id', '=', tx.actor.id)
    .where('content', 'is not', null)
    .where('id', 'is distinct from', existing?.id ?? null)
    .executeTakeFirstOrThrow()
  if (bytes >= maxDraftBytes)
    throw conflict(
      `Your drafts take ${Math.round(bytes / 1024 ** 2)} MB. Send or discard some of them to save more`,
    )
  if (count >= maxDrafts)
    throw conflict(`You have ${maxDrafts} drafts. Send or discard some of them to save more`)
}

/** What was deleted at once may be missed; the rest of what was deleted letter by letter won't be. */
const isWorthKeeping = ({ content, excerpt }: DraftRow): boolean =>
  excerpt.length >= minKeptLength || DraftContent.parse(content).files.length > 0
const minKeptLength = 20

const isEmpty = ({ html, files, fields, macros }: DraftContent): boolean =>
  files.length === 0 &&
  Object.keys(fields).length === 0 &&
  macros.length === 0 &&
  !/<(?:img|hr|table)\b/i.test(html) &&
  htmlToText(html.slice(0, excerptSource)).trim() === '' &&
  html.length <= excerptSource

/** Enough for the excerpt; reading all of a long text at every save would be a waste. */
const excerptSource = 20_000

const excerptOf = ({ html, files }: DraftContent): string =>
  previewText(htmlToText(html.slice(0, excerptSource))) ||
  previewText(files.map(({ filename }) => filename).join(', '))

/** Keeps the uploads of the draft and its versions; only the author's own that no message has. */
async function linkUploads(tx: Tx, draft_id: number, content: DraftContent): Promise<void> {
  const ids = content.files.map(({ id }) => id)
  const uuids = referencedUploads(content.html)
  await sql`
    delete from draft_media dm using media m
    where dm.draft_id = ${draft_id} and m.id = dm.media_id and m.id <> all(${ids}) and m.uuid <> all(${uuids}::uuid[])
      and not exists (select from draft_versions v where v.draft_id = ${draft_id})`.execute(tx.db)
  if (ids.length === 0 && uuids.length === 0) return
  // Locked, so that the cleanup of unused uploads skips them until this transaction has ended.
  await sql`
    insert into draft_media (draft_id, media_id)
    select ${draft_id}::bigint, id from media
    where (id = any(${ids}) or uuid = any(${uuids}::uuid[])) and uploaded_by_id = ${tx.actor.id} and message_id is null and person_id is null
    for key share
    on conflict do nothing`.execute(tx.db)
}
