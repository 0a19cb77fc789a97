import { expect, test } from 'vitest'
import {
  barrier,
  type Frame,
  framesAbout,
  openCurrent,
  openLegacy,
  path,
  setUpRealtime,
  t,
} from './realtime-suite.ts'

setUpRealtime()

const typesOf = (frames: Frame[]) => frames.map(({ type }) => type)

test('who may not see the trash gets “gone”, everyone else the change, and the conversation when it returns', async () => {
  const [remover, agent] = [await t.make.agent({ permissions: t.make.allPermissions }), await t.make.agent()]
  const c = await t.make.conversation()
  const [removerSocket, agentSocket] = [await openCurrent(remover), await openCurrent(agent)]
  const browser = await t.as(remover)

  await browser.del(path(c))
  await barrier(removerSocket, agentSocket)
  expect(typesOf(framesAbout(removerSocket.frames, c))).toEqual(['conversation.changed', 'message.created'])
  expect(framesAbout(removerSocket.frames, c)[0]?.object).toMatchObject({ trash_reason: 'deleted' })
  expect(typesOf(framesAbout(agentSocket.frames, c))).toEqual(['conversation.gone'])

  // What happens to it now is not for them.
  await browser.post(path(c, '/spam'))
  await barrier(removerSocket, agentSocket)
  expect(typesOf(framesAbout(agentSocket.frames, c))).toEqual(['conversation.gone'])

  await browser.post(path(c, '/restore'))
  await barrier(removerSocket, agentSocket)
  expect(typesOf(framesAbout(agentSocket.frames, c))).toEqual([
    'conversation.gone',
    'conversation.changed',
    'message.created',
  ])
  expect(framesAbout(agentSocket.frames, c)[1]?.object).toMatchObject({ trashed_at: null })
})

test('a browser that was away while a conversation was changed and deleted only learns that it is gone', async () => {
  const [remover, agent] = [await t.make.agent({ permissions: t.make.allPermissions }), await t.make.agent()]
  const c = await t.make.conversation()
  const first = await openCurrent(agent)
  const cursor = first.frames.at(-1)?.event_id
  first.close()
  const browser = await t.as(remover)
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await browser.del(path(c))
  const again = await openCurrent(agent, cursor)
  await barrier(again)
  expect(typesOf(framesAbout(again.frames, c))).toEqual(['conversation.gone'])
})

test('plain sockets get no frame of a conversation in the trash, and its line when it returns', async () => {
  const [remover, agent] = [await t.make.agent({ permissions: t.make.allPermissions }), await t.make.agent()]
  const c = await t.make.conversation()
  const later = await t.make.conversation()
  const legacy = await openLegacy(agent)
  const browser = await t.as(remover)
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await browser.del(path(c))
  await browser.put(path(later, '/priority'), { priority: 'High' })
  // Its frame was held back for longer than that of the first conversation would have been.
  await legacy.until((frames) =>
    (frames as (string | Frame)[]).some(
      (frame) => typeof frame !== 'string' && frame.data.uuid === later.uuid,
    ),
  )
  const about = () =>
    (legacy.frames as (string | Frame)[]).flatMap((frame) =>
      typeof frame !== 'string' && [frame.data.conversation_uuid, frame.data.uuid].includes(c.uuid)
        ? [frame]
        : [],
    )
  expect(typesOf(about()).filter((type) => type === 'conversation_prop_update')).toEqual([])
  expect(about().filter(({ data }) => String(data.content).includes('trash'))).toEqual([])
  await browser.post(path(c, '/restore'))
  await legacy.until(() => about().some(({ data }) => String(data.content).includes('restored')))
})
