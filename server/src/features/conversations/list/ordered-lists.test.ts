import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

type Browser = Awaited<ReturnType<TestApp['as']>>
const list = async (who: Browser, type: string, query: Record<string, string> = {}) =>
  (await who.get(`/api/v1/conversations/${type}?${new URLSearchParams(query)}`)).body.data
const uuidsOf = async (who: Browser, type: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(who, type, query)).results.map((row: { uuid: string }) => row.uuid)
/** Follows the cursor to the end. */
async function allPages(who: Browser, type: string, page_size: string): Promise<string[]> {
  const uuids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { results: { uuid: string }[]; next_cursor: string | null } = await list(who, type, {
      page_size,
      ...(cursor && { cursor }),
    })
    uuids.push(...page.results.map((row) => row.uuid))
    cursor = page.next_cursor
  }
  return uuids
}

const hours = (count: number) => new Date(t.clock.now().getTime() + count * 3_600_000).toISOString()
const snooze = (who: Browser, uuid: string, until: string) =>
  who.put(`/api/v1/conversations/${uuid}/status`, { status: 'Snoozed', snoozed_until: until })
const reply = (who: Browser, uuid: string, body: object = {}) =>
  who.post(`/api/v1/conversations/${uuid}/messages`, {
    message: '<p>On its way</p>',
    private: false,
    to: ['ada@customer.test'],
    ...body,
  })

test('Snoozed lists what the agent can see, the next to wake first', async () => {
  const ana = await t.make.agent()
  const who = await t.as(ana)
  const [late, soon, same, open] = await Promise.all([1, 2, 3, 4].map(() => t.make.conversation()))
  await snooze(who, late?.uuid ?? '', hours(48))
  await snooze(who, soon?.uuid ?? '', hours(2))
  await snooze(who, same?.uuid ?? '', hours(2))
  const expected = [soon, same]
    .toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0))
    .concat(late)
    .map((c) => c?.uuid)
  expect(await uuidsOf(who, 'snoozed')).toEqual(expected)
  expect(await uuidsOf(who, 'snoozed')).not.toContain(open?.uuid)
  expect(await allPages(who, 'snoozed', '1')).toEqual(expected)
  expect(await list(who, 'snoozed')).toMatchObject({ total: 3, next_cursor: null })
  expect(await uuidsOf(who, 'snoozed', { page: '2', page_size: '2' })).toEqual([late?.uuid])

  const own = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] }),
  )
  expect(await uuidsOf(own, 'snoozed')).toEqual([])

  await who.put(`/api/v1/conversations/${soon?.uuid}/status`, { status: 'Open' })
  expect(await uuidsOf(who, 'snoozed')).toEqual([same?.uuid, late?.uuid])
})

test('Sent lists each conversation once, by the agent’s own newest reply', async () => {
  const [ana, ben] = [await t.make.agent(), await t.make.agent()]
  const [mine, theirs] = [await t.as(ana), await t.as(ben)]
  const conversations = []
  for (let n = 0; n < 3; n++) conversations.push(await t.make.conversation())
  const [first, second, third] = conversations.map(({ uuid }) => uuid) as [string, string, string]
  for (const uuid of [first, second, first]) {
    t.clock.advance(60_000)
    expect((await reply(mine, uuid)).status).toBe(200)
  }
  t.clock.advance(60_000)
  await reply(theirs, second)
  await reply(mine, third, { private: true })
  expect(await uuidsOf(mine, 'sent')).toEqual([first, second])
  expect(await uuidsOf(theirs, 'sent')).toEqual([second])
  expect(await allPages(mine, 'sent', '1')).toEqual([first, second])

  await mine.put(`/api/v1/conversations/${second}/status`, { status: 'Resolved' })
  const resolved = { model: 'conversation_statuses', field: 'name', operator: 'equals', value: 'Resolved' }
  expect(await uuidsOf(mine, 'sent', { filters: JSON.stringify([resolved]) })).toEqual([second])
})

test('a held reply is not sent yet', async () => {
  const who = await t.as(await t.make.agent())
  const { uuid } = await t.make.conversation()
  await reply(who, uuid, { undo_seconds: 20 })
  expect(await uuidsOf(who, 'sent')).toEqual([])
})

test('a cursor of another list is refused', async () => {
  const who = await t.as(await t.make.agent())
  for (let n = 0; n < 2; n++) await snooze(who, (await t.make.conversation()).uuid, hours(n + 1))
  const { next_cursor } = await list(who, 'snoozed', { page_size: '1' })
  const reply = await who.get(`/api/v1/conversations/sent?cursor=${encodeURIComponent(next_cursor)}`)
  expect(reply.status).toBe(400)
})

test('Mentions lists what mentions the agent or their team and they can see: unread first, then the newest', async () => {
  const team = await t.make.team()
  const bo = await t.make.agent({ team_ids: [team.id] })
  const [who, author] = [await t.as(bo), await t.as(await t.make.agent())]
  const conversations = []
  for (let n = 0; n < 3; n++) conversations.push(await t.make.conversation())
  const [first, second, third] = conversations.map(({ uuid }) => uuid) as [string, string, string]
  const mention = (uuid: string, type: string, id: number) =>
    author.post(`/api/v1/conversations/${uuid}/messages`, {
      message: `<p><span data-mention-type="${type}" data-mention-id="${id}">@x</span></p>`,
      private: true,
    })
  for (const [uuid, type, id] of [
    [first, 'agent', bo.id],
    [second, 'team', team.id],
    [first, 'team', team.id],
    [third, 'agent', bo.id],
  ] as const) {
    t.clock.advance(60_000)
    expect((await mention(uuid, type, id)).status).toBe(200)
  }
  expect(await uuidsOf(who, 'mentions')).toEqual([third, first, second])
  expect(await allPages(who, 'mentions', '1')).toEqual([third, first, second])
  await who.put(`/api/v1/conversations/${third}/last-seen`, {})
  expect(await uuidsOf(who, 'mentions')).toEqual([first, second, third])
  expect(await uuidsOf(author, 'mentions')).toEqual([])
  const stranger = await t.make.agent({ permissions: ['conversations:read'] })
  await mention(first, 'agent', stranger.id)
  expect(await uuidsOf(await t.as(stranger), 'mentions')).toEqual([])
})
