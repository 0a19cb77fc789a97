import { expect, test } from 'vitest'
import {
  agentWith,
  merge,
  messagesOf,
  nextConversation,
  note,
  path,
  setUpMerges,
  snapshot,
  t,
  textsOf,
} from '../conversations/merges/merges-suite.ts'

setUpMerges()

const signIn = async () => {
  t.clock.advance(1000)
  return t.as(await t.make.agent({ permissions: t.make.allPermissions }))
}

test('a merge with everything that it brought along is one action, undone and redone as one', async () => {
  const browser = await signIn()
  const tag = await t.make.tag()
  const [c, target] = [await nextConversation(), await nextConversation()]
  await browser.post(path(c, '/tags'), { tags: [tag.name] })
  await browser.put(path(target, '/status'), { status: 'Closed' })
  const before = await snapshot(c, target)
  t.clock.advance(1000)
  await merge(browser, c, target)
  const merged = await snapshot(c, target)
  expect((await browser.get('/api/v1/undo')).body.data).toMatchObject({
    kind: 'merge',
    what: { reference_number: target.reference_number },
    conversations: [c.uuid],
  })

  const undone = (await browser.post('/api/v1/undo', {})).body.data
  expect(undone.outcomes).toEqual([
    { uuid: c.uuid, ok: true, reason: null, reference_number: c.reference_number },
  ])
  expect(await snapshot(c, target)).toEqual(before)

  t.clock.advance(1000)
  const redone = (await browser.post('/api/v1/undo', { id: undone.redo_id })).body.data
  expect(redone.outcomes).toMatchObject([{ ok: true }])
  const again = await snapshot(c, target)
  const withoutTimes = ({ rows, ...rest }: typeof again) => ({
    ...rest,
    rows: rows.map(({ deleted_at: _, closed_at: __, ...row }) => row),
  })
  expect(withoutTimes(again)).toEqual(withoutTimes(merged))
})

test('a merge that someone else has undone is refused with the reason', async () => {
  const [browser, other] = [await signIn(), await signIn()]
  const [c, target] = [await nextConversation(), await nextConversation()]
  await merge(browser, c, target)
  await other.post(path(c, '/unmerge'), {})
  const { outcomes } = (await browser.post('/api/v1/undo', {})).body.data
  expect(outcomes).toMatchObject([
    { ok: false, reason: `#${c.reference_number} isn’t merged into another conversation` },
  ])
})

test('a split is undone, unless the new conversation has changed', async () => {
  const browser = await signIn()
  const c = await nextConversation()
  await note(browser, c, 'split here')
  const message = (await messagesOf(browser, c)).find(({ text_content }) => text_content === 'split here')
  const split = () => browser.post(path(c, '/split'), { message: message?.uuid })
  t.clock.advance(1000)
  await split()
  expect((await browser.get('/api/v1/undo')).body.data).toMatchObject({
    kind: 'split',
    conversations: [c.uuid],
  })
  await browser.post('/api/v1/undo', {})
  expect(await textsOf(browser, c)).toContain('split here')

  t.clock.advance(1000)
  const { uuid } = (await split()).body.data
  const other = await t.as(await agentWith(['conversations:read_all', 'conversations:update_status']))
  await other.put(path({ uuid }, '/status'), { status: 'Closed' })
  const { outcomes } = (await browser.post('/api/v1/undo', {})).body.data
  expect(outcomes).toMatchObject([
    { ok: false, reason: expect.stringContaining('has changed since it was split') },
  ])
})
