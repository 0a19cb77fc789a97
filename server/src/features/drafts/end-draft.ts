import type { Draft, DraftContent, SentDraft } from '@parley/contract/messages/drafts'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { keepVersion } from './draft-versions.ts'
import { type DraftRow, getDraftConversation, presentDraft } from './drafts.ts'
import { assertCurrent, lockDraft } from './lock-draft.ts'

/** Discards the actor's draft; its content can be restored. Discarding what doesn't exist does nothing. */
export async function discardDraft(tx: Tx, key: string, base_revision: number | undefined): Promise<Draft> {
  const c = await getDraftConversation(tx.db, tx.actor, key)
  const row = await lockDraft(tx, key)
  if (base_revision !== undefined) assertCurrent(key, row, base_revision)
  if (row?.content == null) return presentDraft(key, row)
  await keepVersion(tx, row, row.content)
  return presentDraft(key, await endDraft(tx, row, c, { sent: false }))
}

/**
 * Called in the transaction that sends a draft. It can't come back: the row remembers its revision, so a save that was
 * still on its way is refused, and so is another tab that sends the same draft. A newer text that the sender had not
 * seen is kept as an older version.
 */
export async function endSentDraft(tx: Tx, draft: SentDraft | null | undefined): Promise<void> {
  if (!draft) return
  const { key, revision } = draft
  const c = await getDraftConversation(tx.db, tx.actor, key)
  const row = await lockDraft(tx, key)
  if (row?.sent_at && revision !== null && revision < row.revision)
    throw conflict('This draft was already sent from another tab or device')
  if (row?.content != null && revision !== null && revision !== row.revision)
    await keepVersion(tx, row, row.content)
  const ended = row ?? (await insertEnded(tx, key, c))
  await endDraft(tx, ended, c, { sent: true, attempt: draft.attempt ?? null })
}

/** Remembers a draft that was sent before it was ever saved, as its first save may still arrive. */
const insertEnded = (tx: Tx, key: string, c: ConversationRow | null): Promise<DraftRow> =>
  tx.db
    .insertInto('drafts')
    .values({
      agent_id: tx.actor.id,
      conversation_id: c?.id ?? null,
      key,
      revision: 1,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Ends a draft that was just locked, and tells everyone who could see that it exists. */
export async function endDraft(
  tx: Tx,
  row: DraftRow,
  c: ConversationRow | null,
  { sent, attempt = null }: { sent: boolean; attempt?: string | null },
): Promise<DraftRow> {
  if (row.content === null && !sent) return row
  const ended = await tx.db
    .updateTable('drafts')
    .set({
      revision: row.revision + 1,
      updated_at: tx.now,
      client_id: '',
      content: null,
      excerpt: '',
      sent_at: sent ? tx.now : null,
      sent_attempt: attempt,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.db
    .deleteFrom('draft_media')
    .where('draft_id', '=', row.id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('draft_versions').select('id').where('draft_id', '=', row.id))),
    )
    .execute()
  if (row.content !== null) await recordDraftChanged(tx, ended, c)
  return ended
}

/** A draft was started or ended. Edits in between are not events: there are too many, and they concern nobody else. */
export const recordDraftChanged = (
  tx: Tx,
  { key, revision, client_id }: DraftRow,
  c: ConversationRow | null,
): Promise<void> =>
  tx.record({
    type: 'draft.changed',
    ...(c && { conversation: { before: null, after: c } }),
    object: { type: 'draft', id: tx.actor.id },
    data: { key, revision, client_id },
  })

/** Keeps a text that never became the current draft. */
export async function keepOwnVersion(tx: Tx, key: string, content: DraftContent): Promise<void> {
  const c = await getDraftConversation(tx.db, tx.actor, key)
  const row = (await lockDraft(tx, key)) ?? (await insertEnded(tx, key, c))
  await keepVersion(tx, row, content)
}
