import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { refreshLookup } from './lookup-cache.ts'

const list = queryKeys.conversationList({ type: 'assigned', status: 'Open', sort: 'newest_activity' })
const watched: Record<string, QueryKey> = {
  tags: queryKeys.tags,
  'a tag': queryKeys.entity('tags', 7),
  macros: queryKeys.macros,
  views: queryKeys.views,
  statuses: queryKeys.statuses,
  me: queryKeys.me,
  counts: queryKeys.listCounts,
  list,
  conversation: queryKeys.conversation('c-1'),
  messages: queryKeys.messages('c-1'),
  settings: queryKeys.settings,
  config: queryKeys.config,
  'inbox health': queryKeys.inboxHealth,
}

/** The names of what is stale after a change of the lookup. */
function staleAfter(lookup: Parameters<typeof refreshLookup>[1]): string[] {
  const cache = new QueryClient()
  for (const key of Object.values(watched)) cache.setQueryData(key, [])
  refreshLookup(cache, lookup)
  return Object.keys(watched).filter((name) => cache.getQueryState(watched[name] ?? [])?.isInvalidated)
}

test('a renamed tag refreshes everything that shows its name, on every screen', () => {
  expect(staleAfter('tags')).toEqual(['tags', 'a tag', 'macros', 'views', 'list', 'conversation'])
})

test('a change of roles or teams refreshes permissions and what they make visible', () => {
  expect(staleAfter('roles')).toEqual(['views', 'me', 'counts', 'list'])
  expect(staleAfter('teams')).toEqual(['views', 'me', 'counts', 'list'])
})

test('the own account refreshes views and counts, but no conversations', () => {
  expect(staleAfter('me')).toEqual(['views', 'me', 'counts'])
})

test('settings and sign-in providers refresh what the sign-in page shows', () => {
  expect(staleAfter('settings')).toEqual(['settings', 'config'])
  expect(staleAfter('oidc')).toEqual(['config'])
})

test('a changed inbox refreshes its health', () => {
  expect(staleAfter('inboxes')).toEqual(['list', 'conversation', 'inbox health'])
})

test('messages never depend on a lookup', () => {
  for (const lookup of [
    'statuses',
    'tags',
    'inboxes',
    'agents',
    'sla',
    'macros',
    'custom_attributes',
  ] as const)
    expect(staleAfter(lookup), lookup).not.toContain('messages')
})
