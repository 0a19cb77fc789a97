import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

export let t: TestApp

export const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`

export const admin = async () => t.as(await t.make.agent({ permissions: t.make.allPermissions }))

type Line = { type: string; content: string; activity: { type: string; data: object } }

export const lines = async (
  browser: Awaited<ReturnType<typeof admin>>,
  c: { uuid: string },
): Promise<Line[]> =>
  (await browser.get(path(c, '/messages?page_size=100'))).body.data.results
    .filter((m: Line) => m.type === 'activity')
    .reverse()

export function setUpConversations() {
  beforeAll(async () => {
    t = await startTestApp()
  })
  afterAll(() => t.stop())
}
