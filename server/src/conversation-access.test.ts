import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { maySee, visibleTo } from './conversation-access.ts'
import { propertySeed } from './testing/seeded-random.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const rights = ['', '_all', '_assigned', '_unassigned', '_team_inbox'].map(
  (kind) => `conversations:read${kind}`,
)

test('maySee and visibleTo agree for every combination of permissions, teams and assignees', async () => {
  const [me, other] = [await t.make.agent(), await t.make.agent()]
  const [ownTeam, otherTeam] = [await t.make.team(), await t.make.team()]
  const keys = [null, me.id, other.id].flatMap((user) =>
    [null, ownTeam.id, otherTeam.id].map((team) => ({ user, team })),
  )
  const ids = new Map<number, (typeof keys)[number]>()
  for (const key of keys) {
    const c = await t.make.conversation({ assigned_user_id: key.user, assigned_team_id: key.team })
    ids.set(c.id, key)
  }
  await fc.assert(
    fc.asyncProperty(fc.subarray(rights), fc.subarray([ownTeam.id]), async (permissions, team_ids) => {
      const actor: Actor = { ...me, permissions: new Set(permissions), team_ids }
      const { rows } = await sql<{
        id: number
      }>`select c.id from conversations c where ${visibleTo(actor)}`.execute(t.db)
      const bySql = new Set(rows.map((row) => row.id))
      for (const [id, key] of ids) expect([key, bySql.has(id)]).toEqual([key, maySee(actor, key)])
    }),
    { seed: propertySeed, numRuns: 60 },
  )
})

test('a team member sees the unassigned conversations of the team, over HTTP too', async () => {
  const team = await t.make.team()
  const ana = await t.make.agent({
    team_ids: [team.id],
    permissions: ['conversations:read', 'conversations:read_team_inbox'],
  })
  const waiting = await t.make.conversation({ assigned_team_id: team.id })
  const taken = await t.make.conversation({
    assigned_team_id: team.id,
    assigned_user_id: (await t.make.agent()).id,
  })
  const browser = await t.as(ana)
  const list = await browser.get(`/api/v1/teams/${team.id}/conversations/unassigned`)
  expect(list.body.data.results.map((row: { uuid: string }) => row.uuid)).toEqual([waiting.uuid])
  expect((await browser.get(`/api/v1/conversations/${waiting.uuid}`)).status).toBe(200)
  expect((await browser.get(`/api/v1/conversations/${taken.uuid}`)).status).toBe(404)
})

test('permission to list without permission to read conversations is refused with a reason', async () => {
  const team = await t.make.team()
  const ana = await t.make.agent({
    team_ids: [team.id],
    permissions: rights.filter((right) => right !== 'conversations:read'),
  })
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const browser = await t.as(ana)
  for (const list of [
    'conversations/all',
    'conversations/assigned',
    'conversations/unassigned',
    `teams/${team.id}/conversations/unassigned`,
  ])
    expect([list, await browser.get(`/api/v1/${list}`)]).toMatchObject([
      list,
      {
        status: 403,
        body: {
          error_type: 'PermissionException',
          message: expect.stringContaining('doesn’t allow reading conversations'),
        },
      },
    ])
  expect((await browser.get(`/api/v1/conversations/${c.uuid}`)).status).toBe(403)
})
