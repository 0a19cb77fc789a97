import * as contract from '@parley/contract/lookups'
import { done, type Routes } from '../../http/route.ts'
import { createTag, deleteTag, listTags, presentTag, updateTag } from './tags.ts'

export function tagRoutes(routes: Routes): void {
  routes.read(contract.listTags, async (db) => (await listTags(db)).map(presentTag))
  routes.write(contract.createTag, async (tx, { body }) => presentTag(await createTag(tx, body.name)))
  routes.write(contract.updateTag, async (tx, { params, body }) =>
    presentTag(await updateTag(tx, params.id, body.name)),
  )
  routes.write(contract.deleteTag, (tx, { params }) => done(deleteTag(tx, params.id)))
}
