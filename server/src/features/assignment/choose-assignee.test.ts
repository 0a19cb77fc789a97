import { expect, test } from 'vitest'
import { chooseAssignee, type Member } from './choose-assignee.ts'

const member = (agent: string, more: Partial<Member> = {}): Member => ({
  agent_id: agent.charCodeAt(0),
  agent,
  load: 0,
  turn: 0,
  unavailable: null,
  ...more,
})
const chooseFrom = (members: Member[], more: Partial<Parameters<typeof chooseAssignee>[1]> = {}) => {
  const { chosen, considered } = chooseAssignee(members, {
    method: 'Round robin',
    max: 0,
    excluded_agent_id: null,
    ...more,
  })
  return [chosen?.agent ?? null, ...considered.map(({ agent, passed_over }) => `${agent}: ${passed_over}`)]
}

test('round robin takes the member whose turn it is regardless of load, and a new member comes first', () => {
  expect(
    chooseFrom([member('A', { turn: 3 }), member('B', { turn: 2, load: 9 }), member('C', { turn: 4 })]),
  ).toEqual(['B', 'B: null', 'A: chosen_before', 'C: chosen_before'])
  expect(chooseFrom([member('A', { turn: 3 }), member('B')])[0]).toBe('B')
})

test('least busy takes the smallest load, and among equals the one who has waited longest', () => {
  const members = [
    member('A', { load: 1, turn: 2 }),
    member('B', { load: 1, turn: 1 }),
    member('C', { load: 2 }),
  ]
  expect(chooseFrom(members, { method: 'Least busy' })).toEqual([
    'B',
    'B: null',
    'A: chosen_before',
    'C: busier',
  ])
})

test('an unavailable, full or manually unassigned member is skipped with a reason', () => {
  const members = [
    member('A', { unavailable: 'away' }),
    member('B', { load: 2 }),
    member('C'),
    member('D', { turn: 1 }),
  ]
  expect(chooseFrom(members, { max: 2, excluded_agent_id: 'C'.charCodeAt(0) })).toEqual([
    'D',
    'A: away',
    'B: full',
    'C: taken_off',
    'D: null',
  ])
  expect(chooseFrom(members.slice(0, 2), { max: 2 })).toEqual([null, 'A: away', 'B: full'])
})

test('in a large team the explanation lists thirty members, including the chosen one', () => {
  const members = Array.from(
    { length: 50 },
    (_, n): Member => ({
      ...member(`Agent ${n}`, { turn: n, unavailable: n < 45 ? 'offline' : null }),
      agent_id: n + 1,
    }),
  )
  const { chosen, considered } = chooseAssignee(members, {
    method: 'Round robin',
    max: 0,
    excluded_agent_id: null,
  })
  expect(considered).toHaveLength(30)
  expect(considered.at(-1)).toMatchObject({ agent_id: chosen?.agent_id, passed_over: null })
})
