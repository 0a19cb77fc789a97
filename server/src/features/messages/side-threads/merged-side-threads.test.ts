import { expect, test } from 'vitest'
import {
  answer,
  courier,
  customer,
  deliver,
  forward,
  forwarded,
  inbox,
  mail,
  out,
  path,
  receiveQuestion,
  setUpSideThreads,
  t,
} from './side-threads-suite.ts'

setUpSideThreads()

const browser = async () => t.as(await t.make.agent({ permissions: t.make.allPermissions }))
type Message = { uuid: string; private: boolean; side_thread_uuid: string | null; text_content: string }
const messagesOf = async (c: { uuid: string }): Promise<Message[]> =>
  (await (await browser()).get(path(c, '/messages?page_size=100'))).body.data.results
const sideThreadsOf = async (c: { uuid: string }): Promise<{ uuid: string; message_count: number }[]> =>
  (await (await browser()).get(path(c, '/side-threads'))).body.data
const post = async (c: { uuid: string }, verb: string, body: object) => {
  const response = await (await browser()).post(path(c, verb), body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.data
}
const answerTo = (sent: { parsed: { message_id?: string | null } }, text: string) =>
  answer({ 'In-Reply-To': `<${sent.parsed.message_id}>` }, { text })

test('an answer to a forwarded conversation that was merged since is private in the target’s side thread', async () => {
  const [c, target] = [await receiveQuestion(), await receiveQuestion('And my second parcel?')]
  const sent = await forwarded(c)
  await post(c, '/merge', { into: target.uuid })

  const { stored } = await answerTo(sent, 'It is in Leipzig')
  expect(stored).toMatchObject({ private: true, type: 'outgoing', sender_type: 'contact' })
  expect(await messagesOf(target)).toContainEqual(
    expect.objectContaining({
      uuid: stored?.uuid,
      private: true,
      side_thread_uuid: sent.side_thread_uuid,
      conversation_uuid: target.uuid,
    }),
  )
  expect(await sideThreadsOf(target)).toMatchObject([{ uuid: sent.side_thread_uuid, message_count: 2 }])
  // The customer's side is as it was.
  expect(await mail.conversation(target.id)).toMatchObject({
    last_message: 'And my second parcel?',
    last_message_sender: 'contact',
  })

  // It is answered from the target, and the customer's reply has nothing of it.
  out.sink.mails.length = 0
  const { id } = await post(target, '/messages', {
    message: '<p>Thanks</p>',
    to: [courier],
    side_thread_uuid: sent.side_thread_uuid,
  })
  await deliver(id)
  expect(out.sink.mails.map(({ to }) => to)).toEqual([[courier]])
  const reply = await post(target, '/messages', { message: '<p>We have found it.</p>', to: [customer] })
  await deliver(reply.id)
  expect(String(out.sink.mails.at(-1)?.raw)).not.toContain('Leipzig')
})

test('after unmerging, the side thread belongs to its own conversation again', async () => {
  const [c, target] = [await receiveQuestion(), await receiveQuestion('Second')]
  const sent = await forwarded(c)
  await post(c, '/merge', { into: target.uuid })
  await post(c, '/unmerge', {})
  expect(await sideThreadsOf(target)).toEqual([])
  const { stored } = await answerTo(sent, 'Found it')
  expect(stored).toMatchObject({ conversation_id: c.id, private: true })
  expect((await messagesOf(target)).filter(({ side_thread_uuid }) => side_thread_uuid !== null)).toEqual([])
})

test('after unmerging, what was written through the target is shown and quoted in the target only', async () => {
  const permissions = ['conversations:read', 'conversations:read_assigned', 'conversations:forward']
  const owner = await t.make.agent({ permissions: [...permissions, 'messages:read', 'messages:write'] })
  const [c, target] = [await receiveQuestion(), await receiveQuestion('Second')]
  const admin = await t.make.agent({ first_name: 'Ada', permissions: t.make.allPermissions })
  await (await t.as(admin)).put(path(c, '/assignee/user'), { assignee_id: owner.id })
  await (await t.as(admin)).put(path(target, '/assignee/user'), { assignee_id: admin.id })
  const started = (await forward(c, {}, owner)).body.data
  await deliver(started.id)
  await post(c, '/merge', { into: target.uuid })
  const { side_thread_uuid } = started
  const through = await post(target, '/messages', {
    message: '<p>The secret of the target</p>',
    to: ['bank@bank.test'],
    cc: [courier],
    side_thread_uuid,
  })
  await deliver(through.id)
  expect(await sideThreadsOf(target)).toMatchObject([
    { message_count: 2, participants: [courier, 'bank@bank.test'] },
  ])
  await post(c, '/unmerge', {})

  const theirs = await t.as(owner)
  expect((await theirs.get(path(target, '/side-threads'))).status).toBe(404)
  const [own] = (await theirs.get(path(c, '/side-threads'))).body.data
  expect(own).toMatchObject({
    uuid: side_thread_uuid,
    participants: [courier],
    message_count: 1,
    last_message: { uuid: started.uuid },
  })
  expect(await sideThreadsOf(target)).toMatchObject([
    {
      uuid: side_thread_uuid,
      participants: [courier, 'bank@bank.test'],
      message_count: 1,
      last_message: { uuid: through.uuid, preview: 'The secret of the target' },
    },
  ])

  out.sink.mails.length = 0
  const next = await theirs.post(path(c, '/messages'), {
    message: '<p>Any news?</p>',
    to: [courier],
    side_thread_uuid,
  })
  await deliver(next.body.data.id)
  const raw = String(out.sink.mails.at(-1)?.raw)
  expect(raw).toContain('Please check')
  expect(raw).not.toContain('secret of the target')
})

test('a split leaves the side thread, and its answers, in the first conversation', async () => {
  const c = await receiveQuestion()
  const sent = await forwarded(c)
  const second = await mail.receive(
    mail.compose({
      to: inbox.address,
      subject: 'Re: Parcel',
      text: 'And an invoice, please',
      headers: { 'In-Reply-To': `<${(await mail.messagesOf(c.id))[0]?.source_id}>` },
    }),
    inbox.address,
  )
  expect(second.conversation_id).toBe(c.id)
  const message = await t.db
    .selectFrom('messages')
    .select('uuid')
    .where('id', '=', second.stored_message_id ?? 0)
    .executeTakeFirstOrThrow()
  const { uuid } = await post(c, '/split', { message: message.uuid })

  const { stored } = await answerTo(sent, 'It was lost')
  expect(stored).toMatchObject({ conversation_id: c.id, private: true })
  expect(await sideThreadsOf(c)).toMatchObject([{ uuid: sent.side_thread_uuid, message_count: 2 }])
  expect(await sideThreadsOf({ uuid })).toEqual([])
  expect((await messagesOf({ uuid })).map(({ text_content }) => text_content)).not.toContain('It was lost')
})
