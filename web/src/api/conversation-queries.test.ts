import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { conversationFixture, toConversation } from '../realtime/conversation-fixtures.ts'
import { eventually } from '../testing/eventually.ts'
import { conversationQuery, correspondenceQuery } from './conversation-queries.ts'

test('who writes to whom is reported when it changes, and not with every event', async () => {
  const client = new QueryClient()
  const conversation = toConversation(conversationFixture(1))
  const { uuid, version, contact } = conversation
  const { queryKey } = conversationQuery(uuid)
  client.setQueryData(queryKey, conversation)
  const observer = new QueryObserver(client, {
    ...correspondenceQuery(uuid),
    staleTime: Number.POSITIVE_INFINITY,
    notifyOnChangeProps: ['data'],
  })
  const listener = vi.fn()
  const stop = observer.subscribe(listener)
  client.setQueryData(queryKey, { ...conversation, version: version + 1, status: 'Resolved' })
  client.setQueryData(queryKey, {
    ...conversation,
    version: version + 2,
    contact: { ...contact, email: 'new@acme.test' },
  })
  await eventually(() => expect(listener).toHaveBeenCalled())
  expect(listener).toHaveBeenCalledOnce()
  expect(observer.getCurrentResult().data?.contact.email).toBe('new@acme.test')
  stop()
})
