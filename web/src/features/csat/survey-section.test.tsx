import type { Survey } from '@parley/contract/conversations/csat'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { conversationFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { eventually } from '../../testing/eventually.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { SurveySection } from './survey-section.tsx'

afterEach(() => vi.useRealTimers())

const survey = (change: Partial<Survey> = {}): Survey => ({
  id: 1,
  sent_at: '2026-09-01T09:00:00.000Z',
  expires_at: '2026-10-01T09:00:00.000Z',
  rating: null,
  comment: null,
  answered_at: null,
  changed_at: null,
  agent_id: null,
  agent: null,
  team_id: null,
  team: null,
  ...change,
})
const answered = survey({ rating: 4, answered_at: '2026-09-01T10:00:00.000Z' })
const closed = conversationFixture(1, { status: 'Resolved', status_category: 'closed' })
const REFUSAL = `GET /api/v1/conversations/${closed.uuid}/csat/refusal`

const renderSection = (surveys: Survey[], conversation = conversationFixture(1)) =>
  renderApp(<SurveySection conversation={toConversation(conversation)} />, {
    cached: [[queryKeys.surveys(conversation.uuid), surveys]],
  })

test('without surveys nothing is shown, and an open conversation is not asked why', async () => {
  const requests = stubApi({})
  const { container } = renderSection([])
  await new Promise((sent) => setTimeout(sent))
  expect(container.textContent).toBe('')
  expect(requests).toEqual([])
})

test('a resolved conversation without a survey shows why none was sent', async () => {
  stubApi({ [REFUSAL]: { data: { reason: 'The contact is blocked' } } })
  renderSection([], closed)
  expect(await screen.findByText('No survey sent. The contact is blocked.')).toBeTruthy()
})

test('the reason is asked for again once, as it is decided shortly after resolving', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const requests = stubApi({ [REFUSAL]: { data: { reason: null } } })
  renderSection([], closed)
  await eventually(() => expect(requests).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(12_000)
  expect(requests).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(2)
})

test('an unanswered survey is shown as sent', () => {
  renderSection([survey()])
  expect(screen.getByText(/Survey sent/)).toBeTruthy()
})

test('a rating is shown in words, with the comment and the rated agent', () => {
  renderSection([{ ...answered, comment: 'Quick answer', agent: 'Grace Osei', team: 'Billing' }])
  expect(screen.getByText('Good')).toBeTruthy()
  expect(screen.getByText('Quick answer')).toBeTruthy()
  expect(screen.getByText('For Grace Osei · Billing')).toBeTruthy()
})

test('a changed rating is marked as changed, with and without an agent', () => {
  const changed_at = '2026-09-01T11:00:00.000Z'
  const { unmount } = renderSection([{ ...answered, changed_at }])
  expect(screen.getByText('changed')).toBeTruthy()
  unmount()
  renderSection([{ ...answered, changed_at, agent: 'Grace Osei' }])
  expect(screen.getByText('For Grace Osei · changed')).toBeTruthy()
})
