import { expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { removeUnusedUploads } from '../../media/remove-unused-uploads.ts'
import {
  bo,
  findMessage,
  hold,
  insertUpload,
  makeConversation,
  messages,
  sam,
  sendDue,
  setUpHeldReplies,
  t,
} from './undo-send-suite.ts'

setUpHeldReplies()

test('files of a held reply belong to it: no other message can use them and the cleanup of unused uploads keeps them', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  t.clock.advance(86_400_000 - 5_000)
  const { uuid } = await hold(c, { attachments: [file.id] })
  expect(
    await (await t.as(sam)).post(messages(c), { message: '<p>N</p>', private: true, attachments: [file.id] }),
  ).toMatchObject({ status: 400, body: { errors: [{ path: 'attachments' }] } })
  t.clock.advance(10_000)
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  await sendDue(uuid)
  expect(await findMessage(uuid)).toMatchObject({ has_attachments: true })
})

test('a file uploaded without a purpose is visible to its author only once it is in a held reply', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  await t.db.updateTable('media').set({ model_type: null }).where('id', '=', file.id).execute()
  const open = async (actor: Actor) => (await (await t.as(actor)).get(`/uploads/${file.uuid}`)).status
  expect(await open(bo), 'as the wire reference has it').toBe(200)
  await hold(c, { attachments: [file.id] })
  expect([await open(bo), await open(sam)]).toEqual([404, 200])
})
