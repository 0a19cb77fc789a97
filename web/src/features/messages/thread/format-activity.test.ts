import { activityTypes } from '@parley/contract/messages/messages'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { i18n, installCatalogue } from '../../../lib/i18n.ts'
import { english } from '../../../testing/english.ts'
import { formatActivity } from './format-activity.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await installCatalogue('en', english)
})
afterAll(() => vi.unstubAllGlobals())
const say = (type: (typeof activityTypes)[number], data = {}) =>
  formatActivity({ type, data }, 'Noor Bakker', { t: i18n.t, language: 'en' })

test('values are emphasised and the rest is not', () => {
  expect(say('assigned_user', { assignee: 'Mila' })).toEqual([
    { text: 'Noor Bakker', strong: true },
    { text: ' assigned ', strong: false },
    { text: 'Mila', strong: true },
  ])
})

test('an action of a rule names the rule', () => {
  const why = { by: 'rule' as const, rule_id: 7, rule: 'Route VIPs', run_id: 1 }
  const runs = formatActivity({ type: 'tag_added', data: { tag: 'vip' }, why }, 'System', {
    t: i18n.t,
    language: 'en',
  })
  expect(runs.map(({ text }) => text).join('')).toBe('The rule “Route VIPs” added the tag vip')
})

test('a change that undid another one says so', () => {
  const change = { type: 'status_changed', data: { status: 'Open' }, undo: true } as const
  const runs = formatActivity(change, 'Noor Bakker', { t: i18n.t, language: 'en' })
  expect(runs.map(({ text }) => text).join('')).toBe('Noor Bakker marked this as Open (undid a change)')
  expect(runs.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(['Noor Bakker', 'Open'])
})

test('a name that looks like markup or a placeholder is plain text', () => {
  expect(say('tag_added', { tag: '<b>{actor}</b>' }).at(-1)).toEqual({ text: '<b>{actor}</b>', strong: true })
})

test.each(activityTypes)('%s has a sentence', (type) => {
  expect(english).toHaveProperty([`activity.${type}`])
})

test('the end of a snooze is formatted as a date', () => {
  const words = say('snoozed', { until: '2026-03-02T12:00:00.000Z' })
  expect(words.at(-1)?.text).toMatch(/March 2, 2026/)
})

test('a move to spam by the filter says how certain it was, and why', () => {
  const data = { score: 0.99989, word: 'prize, winner', sender_domain: 'casino.test', unverified_sender: '' }
  expect(
    say('moved_to_spam', data)
      .map(({ text }) => text)
      .join(''),
  ).toBe('Moved to spam (99.9%): words prize, winner · sender domain casino.test · unverified sender')
})
