import { expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { admin, merge, nextConversation, path, setUpMerges, t, unmerge } from './merges-suite.ts'

setUpMerges()

const follow = async (actor: Actor, c: { uuid: string }) => (await t.as(actor)).put(path(c, '/follow'), {})
const followersOf = (c: { id: number }) =>
  t.db
    .selectFrom('followers')
    .select('agent_id')
    .where('conversation_id', '=', c.id)
    .orderBy('agent_id')
    .execute()
    .then((rows) => rows.map(({ agent_id }) => agent_id))

test('followers follow the target, and no longer once it is unmerged', async () => {
  const browser = await admin()
  const [both, onlyMerged] = [await t.make.agent(), await t.make.agent()]
  const [c, target] = [await nextConversation(), await nextConversation()]
  for (const agent of [both, onlyMerged]) expect((await follow(agent, c)).status).toBe(200)
  await follow(both, target)
  await merge(browser, c, target)
  expect(await followersOf(target)).toEqual([both.id, onlyMerged.id])
  expect(await t.events(target.id)).toContain('conversation.followed')
  await unmerge(browser, c)
  expect(await followersOf(target)).toEqual([both.id])
  expect(await followersOf(c)).toEqual([both.id, onlyMerged.id])
})

test('whoever followed two merged conversations follows the target until both are unmerged', async () => {
  const browser = await admin()
  const ana = await t.make.agent()
  const [first, second, target] = [
    await nextConversation(),
    await nextConversation(),
    await nextConversation(),
  ]
  await follow(ana, first)
  await follow(ana, second)
  await merge(browser, first, target)
  await merge(browser, second, target)
  await unmerge(browser, first)
  expect(await followersOf(target)).toEqual([ana.id])
  await unmerge(browser, second)
  expect(await followersOf(target)).toEqual([])
})

test('whoever stopped following the target in the meantime stays out of it', async () => {
  const browser = await admin()
  const ana = await t.make.agent()
  const [c, target] = [await nextConversation(), await nextConversation()]
  await follow(ana, c)
  await merge(browser, c, target)
  await (await t.as(ana)).del(path(target, '/follow'))
  await unmerge(browser, c)
  expect(await followersOf(target)).toEqual([])
  expect(await followersOf(c)).toEqual([ana.id])
})
