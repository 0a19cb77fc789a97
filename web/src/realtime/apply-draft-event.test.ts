import type { DraftSummary } from '@parley/contract/messages/drafts'
import { expect, test } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { applyEvent } from './apply-event.ts'
import { cache, changed, frame, one, setUpCache, two } from './apply-event-suite.ts'

setUpCache()

const draft = (merged_into_uuid: string | null): DraftSummary => ({
  key: `reply.${one.uuid}`,
  conversation_uuid: one.uuid,
  merged_into_uuid,
  revision: 1,
  updated_at: '2026-11-24T10:00:00Z',
  excerpt: 'Half a reply',
  file_count: 0,
  contact_email: null,
  subject: null,
})
const areStale = () => cache.getQueryState(queryKeys.drafts)?.isInvalidated === true
const gone = ({ uuid, version }: typeof one) =>
  applyEvent(cache, { ...frame, type: 'conversation.gone', version, object: { uuid } })

test.each<[string, string | null, () => void, boolean]>([
  ['its conversation is merged', null, () => gone(one), true],
  ['another conversation is merged', null, () => gone(two), false],
  ['the one it is listed with is merged too', two.uuid, () => gone(two), true],
  ['its conversation is unmerged', two.uuid, () => applyEvent(cache, changed(one)), true],
  ['its conversation changes', null, () => applyEvent(cache, changed(one)), false],
  ['the one it is listed with changes', two.uuid, () => applyEvent(cache, changed(two)), false],
])('drafts are refetched as needed when %s', (_when, merged_into_uuid, happen, expected) => {
  cache.setQueryData(queryKeys.drafts, [draft(merged_into_uuid)])
  happen()
  expect(areStale()).toBe(expected)
})
