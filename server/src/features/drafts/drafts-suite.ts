import type { Draft } from '@parley/contract/messages/drafts'
import { permissions } from '@parley/contract/roles/permissions'
import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

export let t: TestApp
export let ana: Actor
export let bo: Actor

export const reply = (c: { uuid: string }) => `reply.${c.uuid}`
export const draftPath = (key: string) => `/api/v1/drafts/${key}`
export const text = (html: string) => ({ html: `<p>${html}</p>` })

type Save = { base_revision: number; content: object; client_id?: string; keep_replaced?: boolean }
export const save = async (actor: Actor, key: string, body: Save) =>
  (await t.as(actor)).put(draftPath(key), body)

export const getDraft = async (actor: Actor, key: string): Promise<Draft> =>
  (await (await t.as(actor)).get(draftPath(key))).body.data

export const listDrafts = async (actor: Actor) => (await (await t.as(actor)).get('/api/v1/drafts')).body.data

export const versions = async (actor: Actor, key: string): Promise<string[]> =>
  (await (await t.as(actor)).get(`${draftPath(key)}/versions`)).body.data.map(
    (version: { content: { html: string } }) => version.content.html,
  )

export const insertUpload = (actor: Pick<Actor, 'id'>) =>
  t.files.media.put(Buffer.from(`file ${Math.random()}`)).then((content_hash) =>
    t.db
      .insertInto('media')
      .values({
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        filename: 'Plan.pdf',
        content_type: 'application/pdf',
        size: 3,
        content_hash,
        model_type: 'messages',
        uploaded_by_id: actor.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export function setUpDrafts() {
  beforeAll(async () => {
    t = await startTestApp()
    ana = await t.make.agent({ first_name: 'Ana', permissions })
    bo = await t.make.agent({ first_name: 'Bo', permissions })
  })
  afterAll(() => t.stop())
}
