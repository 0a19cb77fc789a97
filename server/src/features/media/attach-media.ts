import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { indexFiles } from '../../search-index/index-files.ts'
import type { MessageRow } from '../conversations/timeline/insert-message.ts'

type MediaReferences = { ids: number[]; html: string }

/**
 * Attaches uploads to the message: those listed by id, and images that its text references from /uploads. Only unused
 * uploads of the actor.
 */
export async function attachMedia(tx: Tx, message: MessageRow, references: MediaReferences): Promise<void> {
  const uuids = referencedUploads(references.html)
  const claimed = await claimMedia(tx, references, (update) =>
    update.set((eb) => ({
      message_id: message.id,
      held_send_id: null,
      scheduled_reply_id: null,
      model_type: 'messages',
      updated_at: tx.now,
      disposition: eb
        .case()
        .when('uuid', 'in', [message.uuid, ...uuids])
        .then('inline')
        .else(eb.ref('disposition'))
        .end(),
    })),
  )
  if (claimed > 0) await indexFiles(tx.db, message.id)
}

/** Reserves uploads for a held reply: until it is sent or undone, nothing else can use them. */
export async function holdMedia(tx: Tx, held_send_id: number, references: MediaReferences): Promise<void> {
  await claimMedia(tx, references, (update) =>
    // Also uploads without a model, which anyone may open: from now on they belong to a message.
    update.set({ held_send_id, scheduled_reply_id: null, model_type: 'messages', updated_at: tx.now }),
  )
}

/**
 * Gives a scheduled reply exactly these files: those that it has already, and uploads of the actor. They belong to its
 * author, who sends it, whoever edits it.
 */
export async function scheduleMedia(
  tx: Tx,
  { id, agent_id }: { id: number; agent_id: number },
  references: MediaReferences,
): Promise<void> {
  await handOverScheduledMedia(tx, id)
  await tx.db
    .updateTable('media')
    .set({ scheduled_reply_id: null })
    .where('scheduled_reply_id', '=', id)
    .execute()
  await claimMedia(tx, references, (update) =>
    update.set({
      held_send_id: null,
      scheduled_reply_id: id,
      uploaded_by_id: agent_id,
      model_type: 'messages',
      updated_at: tx.now,
    }),
  )
}

/** Hands the files of a scheduled reply to the actor, as uploads of today. Once it is cancelled, they can be used again. */
export async function handOverScheduledMedia(tx: Tx, scheduled_reply_id: number): Promise<void> {
  await tx.db
    .updateTable('media')
    .set({ uploaded_by_id: tx.actor.id, created_at: tx.now, updated_at: tx.now })
    .where('scheduled_reply_id', '=', scheduled_reply_id)
    .execute()
}

type Update = UpdateQueryBuilder<DB, 'media', 'media', UpdateResult>

/** Returns the number of claimed files. */
async function claimMedia(
  tx: Tx,
  { ids, html }: MediaReferences,
  set: (update: Update) => Update,
): Promise<number> {
  const uuids = referencedUploads(html)
  if (ids.length === 0 && uuids.length === 0) return 0
  const claimed = await set(tx.db.updateTable('media'))
    .where('message_id', 'is', null)
    // An avatar is shown in many places, to many who may not read this conversation.
    .where('person_id', 'is', null)
    .where('uploaded_by_id', '=', tx.actor.id)
    .where((eb) =>
      eb.or([
        eb('held_send_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('held_sends as h')
            .select('h.id')
            .whereRef('h.id', '=', 'media.held_send_id')
            .where('h.undone_at', 'is not', null),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('scheduled_reply_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('scheduled_replies as s')
            .select('s.id')
            .whereRef('s.id', '=', 'media.scheduled_reply_id')
            .where('s.cancelled_at', 'is not', null),
        ),
      ]),
    )
    .where((eb) => eb.or([eb('id', 'in', [0, ...ids]), eb('uuid', 'in', [nilUuid, ...uuids])]))
    .returning('id')
    .execute()
  const missing = ids.find((id) => !claimed.some((media) => media.id === id))
  if (missing !== undefined) throw invalid('attachments', `You have no upload with the id ${missing}`)
  return claimed.length
}

/** The UUIDs of the uploads that a text shows. */
export const referencedUploads = (html: string): string[] =>
  [...html.matchAll(/\/uploads\/([0-9a-f-]{36})/g)].flatMap(([, uuid]) => uuid ?? [])

// SQL does not allow an empty list.
const nilUuid = '00000000-0000-0000-0000-000000000000'
