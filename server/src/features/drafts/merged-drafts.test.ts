import { expect, test } from 'vitest'
import {
  ana,
  bo,
  draftPath,
  getDraft,
  listDrafts,
  reply,
  save,
  setUpDrafts,
  t,
  text,
} from './drafts-suite.ts'

setUpDrafts()

const merge = async (c: { uuid: string }, into: { uuid: string }) =>
  (await t.as(bo)).post(`/api/v1/conversations/${c.uuid}/merge`, { into: into.uuid })
const draftsList = async () =>
  (await (await t.as(ana)).get('/api/v1/conversations/drafts')).body.data.results.map(
    ({ uuid }: { uuid: string }) => uuid,
  )

test('a draft of a merged conversation is listed with the one where it continues, and returns when it is unmerged', async () => {
  const [c, middle, target] = [
    await t.make.conversation(),
    await t.make.conversation(),
    await t.make.conversation(),
  ]
  await save(ana, reply(c), { base_revision: 0, content: text('Half a reply') })
  await merge(c, middle)
  await merge(middle, target)
  expect(await listDrafts(ana)).toMatchObject([
    { key: reply(c), conversation_uuid: c.uuid, merged_into_uuid: target.uuid, excerpt: 'Half a reply' },
  ])
  expect(await draftsList()).toEqual([target.uuid])
  expect(await getDraft(ana, reply(c))).toMatchObject({ content: text('Half a reply') })

  const browser = await t.as(bo)
  for (const one of [middle, c]) await browser.post(`/api/v1/conversations/${one.uuid}/unmerge`, {})
  expect(await listDrafts(ana)).toMatchObject([{ key: reply(c), merged_into_uuid: null }])
  expect(await draftsList()).toEqual([c.uuid])
  await (await t.as(ana)).del(draftPath(reply(c)))
})

test('a draft of a merged conversation can be saved late, and moved by discarding it there', async () => {
  const [c, target] = [await t.make.conversation(), await t.make.conversation()]
  await merge(c, target)
  expect((await save(ana, reply(c), { base_revision: 0, content: text('On the train') })).status).toBe(200)
  expect(await draftsList()).toEqual([target.uuid])
  await save(ana, reply(target), { base_revision: 0, content: text('On the train') })
  expect((await (await t.as(ana)).del(draftPath(reply(c)))).status).toBe(200)
  expect((await listDrafts(ana)).map(({ key }: { key: string }) => key)).toEqual([reply(target)])
  expect(await draftsList()).toEqual([target.uuid])
})

test('without access to where the conversation continues, its draft is not listed', async () => {
  const target = await t.make.conversation({ assigned_user_id: bo.id })
  const limited = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_unassigned', 'messages:read', 'messages:write'],
  })
  const free = await t.make.conversation()
  expect((await save(limited, reply(free), { base_revision: 0, content: text('Mine') })).status).toBe(200)
  await merge(free, target)
  expect(await listDrafts(limited)).toEqual([])
  await (await t.as(bo)).post(`/api/v1/conversations/${free.uuid}/unmerge`, {})
  expect(await listDrafts(limited)).toHaveLength(1)
})
