import type { Explanation } from '@parley/contract/conversations/explanation'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { i18n, installCatalogue } from '../lib/i18n.ts'
import { english } from '../testing/english.ts'
import { formatReason, memberOutcomeText } from './format-reason.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await installCatalogue('en', english)
})
afterAll(() => vi.unstubAllGlobals())

type Member = Extract<Explanation, { by: 'assignment' }>['members'][number]
const member = (agent: string, passed_over: Member['passed_over'] = null): Member => ({
  agent_id: agent.length,
  agent,
  load: 3,
  passed_over,
})
const assignment = (method: 'Round robin' | 'Least busy', members: Member[]): Explanation => ({
  by: 'assignment',
  method,
  team_id: 4,
  team: 'Billing',
  members,
})
const sla = (
  reason: Extract<Explanation, { by: 'sla' }>['reason'],
  policy: string | null = 'Gold',
): Explanation => ({ by: 'sla', reason, policy_id: policy && 1, policy }) as Explanation // `policy_id` is null with its name

test.each<[Explanation, string]>([
  [{ by: 'rule', rule_id: 7, rule: 'Refunds', run_id: 1 }, 'The rule “Refunds” did this.'],
  [
    assignment('Round robin', [member('Ana', 'away'), member('Bo')]),
    'Bo was next in the round robin of the team “Billing”.',
  ],
  [
    assignment('Least busy', [member('Ana', 'busier'), member('Bo')]),
    'Bo had the fewest active conversations in the team “Billing”, which assigns to the least busy agent.',
  ],
  [assignment('Round robin', [member('Ana', 'full')]), 'No one in the team “Billing” was available.'],
  [sla('team'), 'The team of this conversation uses the SLA policy “Gold”.'],
  [sla('team', null), 'The team of this conversation has no SLA policy.'],
  [sla('due'), 'The target of the SLA policy “Gold” was due.'],
  [
    { by: 'csat', inbox: 'Support' },
    'The inbox “Support” sends a satisfaction survey when a conversation is resolved.',
  ],
])('%j is explained as: %s', (why, text) => {
  expect(formatReason(why, i18n.t)).toBe(text)
})

test.each(['team', 'rule', 'hand', 'policy_changed', 'hours_changed', 'status_changed', 'due'] as const)(
  'the reason %s has a text with and without a policy',
  (reason) => {
    for (const why of [sla(reason), sla(reason, null)])
      expect(formatReason(why, i18n.t)).not.toMatch(/^why\.|\{|“”/)
  },
)

test.each([
  'chosen_before',
  'busier',
  'full',
  'away',
  'reassigning',
  'offline',
  'disabled',
  'may_not_reply',
  'taken_off',
  'closed_hours',
] as const)('a member who was passed over as %s has a text', (reason) => {
  expect(memberOutcomeText(member('Ana', reason), [], i18n.t)).not.toMatch(/^why\./)
})

test('one member is chosen, and those after it were still available', () => {
  const members = [member('Ana', 'offline'), member('Bo'), member('Cem')]
  expect(members.map((one) => memberOutcomeText(one, members, i18n.t))).toEqual([
    'offline',
    'chosen',
    'available',
  ])
})
