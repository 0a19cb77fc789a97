import { expect, test } from 'vitest'
import { barrier, openCurrent, setUpRealtime, t } from './realtime-suite.ts'

setUpRealtime()

const filters = [{ field: 'tags', operator: 'set' }]

test('a change to a shared view is sent to everyone who has it or had it', async () => {
  const [team, other] = [await t.make.team(), await t.make.team()]
  const manager = await t.make.agent({ permissions: t.make.allPermissions })
  const browser = await t.as(manager)
  const sockets = {
    manager: await openCurrent(manager),
    member: await openCurrent(await t.make.agent({ team_ids: [team.id] })),
    neighbour: await openCurrent(await t.make.agent({ team_ids: [other.id] })),
  }
  /** How many "views" frames each agent gets from the call. */
  const framesOf = async (call: () => Promise<unknown>) => {
    const count = () =>
      Object.values(sockets).map(
        ({ frames }) =>
          frames.filter((frame) => frame.type === 'lookup.changed' && frame.object.lookup === 'views').length,
      )
    const before = count()
    await call()
    await barrier(...Object.values(sockets))
    return count().map((now, index) => now - (before[index] ?? 0))
  }
  let path = ''
  const create = async () => {
    const { body } = await browser.post('/api/v1/views', { name: 'Live', filters })
    path = `/api/v1/views/${body.data.id}`
  }
  const put = (body: object) => () => browser.put(path, body)
  expect(await framesOf(create)).toEqual([1, 0, 0])
  expect(await framesOf(put({ visibility: 'team', team_id: team.id }))).toEqual([1, 1, 0])
  expect(await framesOf(put({ name: 'Lively' }))).toEqual([1, 1, 0])
  expect(await framesOf(put({ team_id: other.id }))).toEqual([1, 1, 1])
  expect(await framesOf(put({ visibility: 'all' }))).toEqual([1, 1, 1])
  expect(await framesOf(put({ visibility: 'user' }))).toEqual([1, 1, 1])
  expect(await framesOf(put({ name: 'Mine again' }))).toEqual([1, 0, 0])
  expect(await framesOf(put({ visibility: 'team', team_id: team.id }))).toEqual([1, 1, 0])
  expect(await framesOf(() => browser.del(path))).toEqual([1, 1, 0])
})

test('a new order is sent to everyone who has the views', async () => {
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const socket = await openCurrent(await t.make.agent())
  const body = (await browser.post('/api/v1/views', { name: 'First', filters, visibility: 'all' })).body
  await browser.post('/api/v1/views', { name: 'Second', filters, visibility: 'all' })
  await barrier(socket)
  const before = socket.frames.length
  await browser.put(`/api/v1/views/${body.data.id}/position`, { before_id: null })
  await socket.until((frames) =>
    frames.slice(before).some((frame) => frame.type === 'lookup.changed' && frame.object.lookup === 'views'),
  )
})
