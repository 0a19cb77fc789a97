import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { MessageRow } from '../messages/insert-message.ts'
import { indexFiles } from '../search/index/index-files.ts'

type MediaReferences = { ids: number[]; html: string }

/** Ties uploads to the message: those named by id, and images that its text shows from /uploads. Only the actor's own, not yet used ones. */
export async function attachMedia(tx: Tx, message: MessageRow, wanted: MediaReferences): Promise<void> {
  const shown = referencedUploads(wanted.html)
  const claimed = await claimMedia(tx, wanted, (update) =>
    update.set((eb) => ({
      message_id: message.id,
      held_send_id: null,
      model_type: 'messages',
      updated_at: tx.now,
      disposition: eb
        .case()
        .when('uuid', 'in', [message.uuid, ...shown])
        .then('inline')
        .else(eb.ref('disposition'))
        .end(),
    })),
  )
  if (claimed > 0) await indexFiles(tx.db, message.id)
}

/** Keeps uploads for a reply that is held: until it is sent or taken back nothing else can use them. */
export async function holdMedia(tx: Tx, held_send_id: number, wanted: MediaReferences): Promise<void> {
  await claimMedia(tx, wanted, (update) =>
    // Also what came without a model, which anybody may open: from here on it is of a message.
    update.set({ held_send_id, model_type: 'messages', updated_at: tx.now }),
  )
}

type Update = UpdateQueryBuilder<DB, 'media', 'media', UpdateResult>

/** Answers how many. */
async function claimMedia(
  tx: Tx,
  { ids, html }: MediaReferences,
  set: (update: Update) => Update,
): Promise<number> {
  const shown = referencedUploads(html)
  if (ids.length === 0 && shown.length === 0) return 0
  const claimed = await set(tx.db.updateTable('media'))
    .where('message_id', 'is', null)
    // A picture of a person is shown in many places, to many who may not read this conversation.
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
    .where((eb) => eb.or([eb('id', 'in', [0, ...ids]), eb('uuid', 'in', [nilUuid, ...shown])]))
    .returning('id')
    .execute()
  const missing = ids.find((id) => !claimed.some((media) => media.id === id))
  if (missing !== undefined)
    throw invalid('attachments', `There is no upload of yours with the id ${missing}`)
  return claimed.length
}

const referencedUploads = (html: string): string[] =>
  [...html.matchAll(/\/uploads\/([0-9a-f-]{36})/g)].flatMap(([, uuid]) => uuid ?? [])

// An empty list is no SQL.
const nilUuid = '00000000-0000-0000-0000-000000000000'
