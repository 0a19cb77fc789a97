import { WebhookDelivery } from '@parley/contract/webhooks/webhooks'
import { expect, test } from 'vitest'
import { parseLogSearch } from './log-search.ts'

test('every state and event of the contract can be in the URL', () => {
  for (const state of WebhookDelivery.shape.state.options)
    expect(parseLogSearch({ state })).toEqual({ state })
  for (const event of WebhookDelivery.shape.event.options)
    expect(parseLogSearch({ event })).toEqual({ event })
})

test.each([
  [{ state: 'lost' }],
  [{ event: 'team.created' }],
  [{ event: 7 }],
  [{ page: 'x' }],
  [{ page: -2 }],
  [{ page: 1.5 }],
  [{ delivery: 0 }],
])('%j is ignored', (search) => {
  expect(parseLogSearch(search)).toEqual({})
})

test('numbers are read from text, and the first page is the default', () => {
  expect(parseLogSearch({ page: '3', delivery: '12' })).toEqual({ page: 3, delivery: 12 })
  expect(parseLogSearch({ page: 1 })).toEqual({})
})
