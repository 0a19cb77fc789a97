import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createQueryClient, queryKeys } from '../api/query-client.ts'
import { agentWith } from '../testing/agent.ts'
import { stubApi } from '../testing/render.tsx'
import { bootstrap, bootstrapQuery } from './bootstrap.ts'

const path = 'GET /api/v1/agents/me/bootstrap'
const config = {
  'app.lang': 'en',
  'app.logo_url': '',
  'app.site_name': 'Parley',
  'app.sso_providers': [],
  'app.passkey_origin': '',
}
const data = { cursor: 'e1', me: agentWith([]), config, settings: {}, statuses: [], agents: [] }

test('one request fills the queries that every screen reads, once', async () => {
  const requests = stubApi({ [path]: { data } })
  const cache = createQueryClient(() => {})
  await Promise.all([bootstrap(cache), bootstrap(cache)])
  await bootstrap(cache)
  expect(requests).toHaveLength(1)
  expect(cache.getQueryData(bootstrapQuery.queryKey)).toBe('e1')
  expect(cache.getQueryData(queryKeys.me)).toEqual(data.me)
  expect(cache.getQueryData(queryKeys.config)).toEqual(config)
  expect(cache.getQueryData(queryKeys.agents)).toEqual([])
  expect(cache.getQueryData(queryKeys.views), 'the agent may not list them').toBeUndefined()
})

test.each([401, 403, 404])(
  'after a refusal (%s), the parts are left to their own queries',
  async (status) => {
    stubApi({ [path]: { status, error: { message: 'No' } } })
    const cache = createQueryClient(() => {})
    await bootstrap(cache)
    expect(cache.getQueryData(queryKeys.me)).toBeUndefined()
  },
)

test('a server that fails stops the start, which is retried as a whole', async () => {
  stubApi({ [path]: { status: 500, error: { message: 'Failed' } } })
  await expect(bootstrap(createQueryClient(() => {}))).rejects.toThrow(ApiError)
})
