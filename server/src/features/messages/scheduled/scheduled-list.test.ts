import { expect, test } from 'vitest'
import {
  cancelReply,
  inHours,
  makeConversation,
  runJob,
  sam,
  schedule,
  setUpScheduledReplies,
  t,
  writeAsCustomer,
} from './scheduled-suite.ts'

setUpScheduledReplies()

test('Scheduled lists what the agent can see by time, with author and hold, until it is sent or cancelled', async () => {
  const [late, soon, none] = [await makeConversation(), await makeConversation(), await makeConversation()]
  await schedule(late, { send_at: inHours(48) })
  const first = await schedule(soon, { send_at: inHours(2) })
  const second = await schedule(soon, { send_at: inHours(1) })
  const list = async (who = sam) =>
    (await (await t.as(who)).get('/api/v1/conversations/scheduled')).body.data.results
  const uuids = async () => (await list()).map(({ uuid }: { uuid: string }) => uuid)
  expect(await uuids()).toEqual([soon.uuid, late.uuid])
  expect(await uuids()).not.toContain(none.uuid)
  expect((await list())[0].scheduled).toEqual({
    send_at: second.send_at,
    agent_id: sam.id,
    on_hold: false,
    count: 2,
  })
  const outsider = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] })
  expect(await list(outsider)).toEqual([])

  await writeAsCustomer(late)
  expect((await list())[1].scheduled).toMatchObject({ on_hold: true })
  await cancelReply(soon, second)
  expect((await list())[0].scheduled).toMatchObject({ send_at: first.send_at, count: 1 })
  t.clock.advance(2 * 3_600_000)
  await runJob(first.uuid)
  expect(await uuids()).toEqual([late.uuid])
})
