import { expect, onTestFinished, test } from 'vitest'
import { findActorByAgentId } from '../identity/load-actor.ts'
import { hashToken } from '../identity/sessions/session.ts'
import { loadPushedObjects } from '../pushed-objects.ts'
import { startEventNotifier } from '../spine/event-notifier.ts'
import { eventually } from '../testing/web-sockets.ts'
import { startHub } from './hub.ts'
import type { PresenceChange } from './presence.ts'
import { assignedOnlyPermissions, openCurrent, path, setUpRealtime, t } from './realtime-suite.ts'

setUpRealtime()

/** Another web node on the same database, with one browser connected to it. */
async function startOtherNode(agent: { id: number }) {
  const wake = await startEventNotifier(t.pool, t.connectionString, t.log)
  const hub = await startHub({
    ...{ db: t.db, clock: t.clock, wake, log: t.log },
    loadObjects: loadPushedObjects(t.db, 'http://desk.parley.test'),
  })
  const changes: PresenceChange[] = []
  const actor = await findActorByAgentId(t.db, agent.id)
  if (!actor) throw new Error('The agent has no permissions')
  const browser = {
    actor,
    credentials: { session: hashToken((await t.as(actor)).token) },
    push() {},
    pushDraft() {},
    pushPresence: (change: PresenceChange) => changes.push(change),
    close() {},
  }
  hub.join(browser)
  onTestFinished(async () => {
    await hub.stop()
    await wake.stop()
  })
  return { hub, browser, changes }
}

const agentsIn = (changes: PresenceChange[], uuid: string) =>
  changes.findLast(({ frame }) => frame.object.uuid === uuid)?.frame.object.agents

test('a colleague on another node is seen, until they leave', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const other = await startOtherNode(ana)
  const boSocket = await openCurrent(bo)
  const announce = (object: object | null) => boSocket.send(JSON.stringify({ type: 'presence', object }))
  for (const activity of ['viewing', 'replying', 'noting', 'viewing']) {
    announce({ uuid: c.uuid, activity })
    await eventually(() => agentsIn(other.changes, c.uuid)?.[0]?.activity === activity)
  }
  expect(agentsIn(other.changes, c.uuid)).toEqual([{ id: bo.id, activity: 'viewing' }])
  announce(null)
  await eventually(() => agentsIn(other.changes, c.uuid)?.length === 0)
  // The other way round, and a disconnection.
  const anaSocket = await openCurrent(ana)
  other.hub.presence.announce(other.browser, {
    ...{ agent_id: bo.id, uuid: c.uuid, activity: 'noting', root_uuid: c.uuid },
    audience: { access_keys: { user: null, team: null }, is_trashed: false },
  })
  const seenByAna = () =>
    anaSocket.frames.findLast(({ type, object }) => type === 'presence.changed' && object.uuid === c.uuid)
      ?.object.agents
  await eventually(() => seenByAna()?.[0]?.activity === 'noting')
  other.hub.presence.announce(other.browser, null)
  await eventually(() => seenByAna()?.length === 0)
})

test('many quick changes arrive in order', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const other = await startOtherNode(ana)
  const third = await startOtherNode(bo)
  const announcement = {
    ...{ agent_id: bo.id, uuid: c.uuid, root_uuid: c.uuid },
    audience: { access_keys: { user: null, team: null }, is_trashed: false },
  }
  for (let i = 0; i < 200; i++) {
    third.hub.presence.announce(third.browser, { ...announcement, activity: i % 2 ? 'viewing' : 'noting' })
    if (i % 7 === 0) third.hub.presence.announce(third.browser, null)
  }
  third.hub.presence.announce(third.browser, { ...announcement, activity: 'replying' })
  await eventually(() => agentsIn(other.changes, c.uuid)?.[0]?.activity === 'replying')
  const count = other.changes.length
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(other.changes).toHaveLength(count)
})

test('each node decides for itself who may see a conversation', async () => {
  const [ana, bo] = [await t.make.agent({ permissions: t.make.allPermissions }), await t.make.agent()]
  const owner = await t.make.agent({ permissions: assignedOnlyPermissions })
  const c = await t.make.conversation({ assigned_user_id: owner.id })
  const other = await startOtherNode(owner)
  const boSocket = await openCurrent(bo)
  boSocket.send(JSON.stringify({ type: 'presence', object: { uuid: c.uuid, activity: 'viewing' } }))
  await eventually(() => agentsIn(other.changes, c.uuid)?.length === 1)
  expect(other.changes.at(-1)?.audience.access_keys.user).toBe(owner.id)
  await (await t.as(ana)).put(path(c, '/assignee/user'), { assignee_id: ana.id })
  boSocket.send(JSON.stringify({ type: 'presence', object: { uuid: c.uuid, activity: 'noting' } }))
  await eventually(() => agentsIn(other.changes, c.uuid)?.[0]?.activity === 'noting')
  await eventually(
    () =>
      other.hub.presence.current().find(({ frame }) => frame.object.uuid === c.uuid)?.audience.access_keys
        .user === ana.id,
  )
})
