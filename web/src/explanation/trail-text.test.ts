import { type TrailStep, trailFields } from '@parley/contract/conversations/conversation-events'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { english } from '../testing/english.ts'
import { actorText, changedValueText, stepText, stepTypesWithText } from './trail-text.ts'

const t = ((key: string, values: Record<string, string> = {}) =>
  (english[key] ?? values.defaultValue ?? key).replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => values[name] ?? '',
  )) as unknown as TFunction // only what these texts need

const step = (change: Partial<TrailStep>): TrailStep => ({
  id: 1,
  at: '2026-03-02T09:00:00.000Z',
  type: 'conversation.priority_changed',
  actor: { kind: 'agent', id: 7, name: 'Ana' },
  changes: [],
  name: null,
  message: null,
  message_ids: [],
  why: null,
  depth: 0,
  ...change,
})

test('every event type has a sentence and every field a name in the English catalogue', () => {
  for (const type of stepTypesWithText) expect(english).toHaveProperty([`trail.did.${type}`])
  for (const field of trailFields) expect(english).toHaveProperty([`trail.field.${field}`])
})

test.each([
  [{}, 'Ana changed the priority'],
  [{ actor: { kind: 'system', id: 1, name: null } }, 'System changed the priority'],
  [{ actor: { kind: 'api_key', id: 7, name: 'Ana' } }, 'Ana (API key) changed the priority'],
  [{ actor: { kind: 'rule', id: 1, name: null } }, 'An automation rule changed the priority'],
  [{ actor: { kind: 'rule', id: 1, name: 'Refunds' } }, 'The rule “Refunds” changed the priority'],
  [{ type: 'conversation.woken' }, 'Snooze ended'],
  [{ type: 'message.created', message: 'note' }, 'Ana wrote a private note'],
  [{ type: 'conversation.macro_applied', name: 'Escalate' }, 'Ana applied the macro “Escalate”'],
  [{ type: 'conversation.of_next_year' }, 'Ana changed something'],
] as [Partial<TrailStep>, string][])('%j is shown as: %s', (change, text) => {
  expect(stepText(step(change), t)).toBe(text)
})

test('a deleted actor still has a name', () => {
  expect(actorText({ kind: 'agent', id: 7, name: null }, t)).toBe('An agent')
  expect(actorText({ kind: 'contact', id: 7, name: null }, t)).toBe('A contact')
})

test.each([
  ['priority', null, 'none'],
  ['tags', [], 'none'],
  ['tags', ['a', 'b'], 'a, b'],
  ['custom_attribute', true, 'Yes'],
  ['custom_attribute', 0, '0'],
  ['custom_attribute', 1234.5, '1,234.5'],
  ['custom_attribute', '2021-11-04', 'Nov 4, 2021'],
  ['contact_attribute', '2021-11-04', 'Nov 4, 2021'],
  ['contact_attribute', '2021-11-04 or so', '2021-11-04 or so'],
  ['subject', '2021-11-04', '2021-11-04'],
  ['delivery', 'failed', 'failed'],
  ['delivery', 'lost', 'lost'],
] as const)('a %s value of %j is shown as "%s"', (field, value, text) => {
  expect(
    changedValueText(field, value === null || !Array.isArray(value) ? (value as string) : [...value], {
      t,
      language: 'en',
    }),
  ).toBe(text)
})
