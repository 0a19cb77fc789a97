import type { AnyView } from '@parley/contract/views/shared-views'
import { expect, test } from 'vitest'
import { agentWith } from '../../testing/agent.ts'
import { dropTarget, groupViews, mayChangeView, moveInViews, viewNeighbours } from './view-groups.ts'
import { fromVisibleTo, toVisibleTo, visibleToOptions } from './visible-to.ts'

const view = (id: number, sharing: 'user' | 'all' | number): AnyView => ({
  id,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  name: `View ${id}`,
  filters: [],
  visibility: typeof sharing === 'number' ? 'team' : sharing,
  user_id: sharing === 'user' ? 7 : null,
  team_id: typeof sharing === 'number' ? sharing : null,
})
const team = (id: number, name: string) => ({ id, name, emoji: null })
const views = [
  view(1, 'user'),
  view(2, 'user'),
  view(3, 'user'),
  view(4, 40),
  view(5, 40),
  view(6, 50),
  view(7, 'all'),
]
const ids = (list: readonly AnyView[]) => list.map(({ id }) => id)

test('views are grouped by owner, own team and everyone, and those of other teams are apart', () => {
  const groups = groupViews(views, { teams: [team(40, 'Billing'), team(60, 'Empty')] })
  expect(groups.map(({ key, views }) => [key, ids(views)])).toEqual([
    ['user', [1, 2, 3]],
    ['team.40', [4, 5]],
    ['all', [7]],
    ['others', [6]],
  ])
  expect(groupViews([], { teams: [] }).map(({ key }) => key)).toEqual(['user'])
})

test.each([
  ['the first down', 1, 2, [2, 1, 3]],
  ['the first to the end', 1, 3, [2, 3, 1]],
  ['the last up', 3, 2, [1, 3, 2]],
  ['the last to the front', 3, 1, [3, 1, 2]],
])('dropping %s moves it there', (_what, id, over, order) => {
  const moved = moveInViews(views, id, dropTarget(views.slice(0, 3), id, over))
  expect(ids(moved)).toEqual([...order, 4, 5, 6, 7])
})

test('moving stays within the group, and a view or target that is gone changes nothing', () => {
  expect(ids(moveInViews(views, 4, null))).toEqual([1, 2, 3, 5, 4, 6, 7])
  expect(ids(moveInViews(views, 99, null))).toEqual(ids(views))
  expect(ids(moveInViews(views, 1, 99))).toEqual(ids(views))
  expect(ids(moveInViews(views, 1, 1))).toEqual(ids(views))
})

test('the neighbours of a view are those of its group', () => {
  const neighbours = (id: number) => viewNeighbours(views, views.find((one) => one.id === id) as AnyView)
  expect(neighbours(1)).toEqual({ up: undefined, down: 3 })
  expect(neighbours(2)).toEqual({ up: 1, down: null })
  expect(neighbours(3)).toEqual({ up: 2, down: undefined })
  expect(neighbours(6)).toEqual({ up: undefined, down: undefined })
})

test('personal and shared views need their own permission', () => {
  const [owner, manager] = [agentWith(['view:manage']), agentWith(['shared_views:manage'])]
  expect([view(1, 'user'), view(2, 40), view(3, 'all')].map((one) => mayChangeView(owner, one))).toEqual([
    true,
    false,
    false,
  ])
  expect([view(1, 'user'), view(2, 40)].map((one) => mayChangeView(manager, one))).toEqual([false, true])
})

test('the choice of who sees a view offers what the agent may share, their own teams first', () => {
  const t = ((key: string, { name }: { name?: string } = {}) => name ?? key.split('.').at(-1)) as never
  const teams = [team(40, 'Billing'), team(50, 'Shipping')]
  const labels = (me: ReturnType<typeof agentWith>) =>
    visibleToOptions(me, teams, t).map(({ label }) => label)
  expect(labels(agentWith(['view:manage']))).toEqual(['user'])
  expect(labels(agentWith(['shared_views:manage']))).toEqual(['all', 'Billing', 'Shipping'])
  expect(
    labels(agentWith(['view:manage', 'shared_views:manage'], { teams: [team(50, 'Shipping')] })),
  ).toEqual(['user', 'all', 'Shipping', 'Billing'])
  for (const sharing of ['user', 'all', 40] as const) {
    const { visibility, team_id } = view(1, sharing)
    expect(fromVisibleTo(toVisibleTo({ visibility, team_id }))).toEqual({ visibility, team_id })
  }
})
