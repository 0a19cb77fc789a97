import { expect, test } from 'vitest'
import {
  agentsQuery,
  customAttributesQuery,
  inboxesQuery,
  macrosQuery,
  meQuery,
  prioritiesQuery,
  slaQuery,
  statusesQuery,
  tagsQuery,
  teamsQuery,
  viewsQuery,
} from '../session/queries.ts'
import { ApiError } from './api-error.ts'
import { createQueryClient, queryKeys, shouldRetry } from './query-client.ts'

const answered = (status: number) => new ApiError({ status, message: 'x' })

test.each([
  ['no response', 0, answered(0), true],
  ['a gateway error', 1, answered(503), true],
  ['the third failure', 2, answered(0), false],
  ['a client error', 0, answered(404), false],
  ['a permanent server error', 0, answered(500), false],
  ['an error in our code', 0, new TypeError('x'), false],
])('%s is retried or not', (_name, failures, error, expected) => {
  expect(shouldRetry(failures, error)).toBe(expected)
})

test('an expired session is detected by whichever query meets it', async () => {
  let signedOut = 0
  const client = createQueryClient(() => signedOut++)
  await client
    .fetchQuery({ queryKey: queryKeys.tags, queryFn: () => Promise.reject(answered(403)) })
    .catch(() => null)
  expect(signedOut).toBe(0)
  await client
    .fetchQuery({ queryKey: queryKeys.me, queryFn: () => Promise.reject(answered(401)) })
    .catch(() => null)
  expect(signedOut).toBe(1)
})

test('a failing reference list is reported, but only while there is no cached data', async () => {
  const missed: unknown[] = []
  const client = createQueryClient(
    () => {},
    (error) => missed.push(error),
  )
  const refused = answered(500)
  const fails = () => Promise.reject(refused)
  const load = (
    query: { queryKey: readonly unknown[]; meta?: object },
    queryFn: () => Promise<unknown> = fails,
  ) =>
    client
      .fetchQuery({ queryKey: query.queryKey, ...(query.meta && { meta: { ...query.meta } }), queryFn })
      .catch(() => null)
  for (const query of [
    statusesQuery,
    prioritiesQuery,
    agentsQuery,
    teamsQuery,
    inboxesQuery,
    macrosQuery,
    tagsQuery,
    viewsQuery,
    customAttributesQuery,
  ])
    await load(query)
  expect(missed).toEqual(Array(9).fill(refused))
  // Spec section 8: no toast for the current user, and SLA policies fail silently.
  for (const query of [meQuery, slaQuery]) await load(query)
  await load(tagsQuery, () => Promise.reject(answered(401)))
  await load(viewsQuery, async () => [])
  await load(viewsQuery)
  expect(missed).toHaveLength(9)
})
