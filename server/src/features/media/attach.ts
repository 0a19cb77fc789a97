import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import type { MessageRow } from '../messages/insert.ts'

/** Ties uploads to the message: those named by id, and images that its text shows from /uploads. Only the actor's own, not yet used ones. */
export async function attachMedia(
  tx: Tx,
  message: MessageRow,
  { ids, html }: { ids: number[]; html: string },
): Promise<void> {
  const shown = [...html.matchAll(/\/uploads\/([0-9a-f-]{36})/g)].flatMap(([, uuid]) => uuid ?? [])
  if (ids.length === 0 && shown.length === 0) return
  const tied = await tx.db
    .updateTable('media')
    .set((eb) => ({
      message_id: message.id,
      model_type: 'messages',
      updated_at: tx.now,
      disposition: eb
        .case()
        .when('uuid', 'in', [message.uuid, ...shown])
        .then('inline')
        .else(eb.ref('disposition'))
        .end(),
    }))
    .where('message_id', 'is', null)
    // A picture of a person is shown in many places, to many who may not read this conversation.
    .where('person_id', 'is', null)
    .where('uploaded_by_id', '=', tx.actor.id)
    .where((eb) => eb.or([eb('id', 'in', [0, ...ids]), eb('uuid', 'in', [message.uuid, ...shown])]))
    .returning('id')
    .execute()
  const missing = ids.find((id) => !tied.some((media) => media.id === id))
  if (missing !== undefined)
    throw invalid('attachments', `There is no upload of yours with the id ${missing}`)
}
