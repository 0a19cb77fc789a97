import * as merges from '@parley/contract/tags/tag-merges'
import * as contract from '@parley/contract/tags/tags'
import { done, type Routes } from '../../http/route.ts'
import { mergeTag, previewMerge } from './merge-tag.ts'
import { listTagUsage } from './tag-usage.ts'
import { listTags, presentTag, tagEntity } from './tags.ts'
import { createTag, deleteTag, updateTag } from './write-tag.ts'

const tag = tagEntity.versioned(contract.getTag, async (tx, id) => presentTag(await tagEntity.get(tx.db, id)))

export function tagRoutes(routes: Routes): void {
  routes.read(contract.listTags, async (db) => (await listTags(db)).map(presentTag))
  routes.read(contract.getTag, async (db, { params }) => presentTag(await tagEntity.get(db, params.id)))
  routes.write(contract.createTag, async (tx, { body }) => presentTag(await createTag(tx, body)))
  routes.write(
    contract.updateTag,
    async (tx, { params, body }) => presentTag(await updateTag(tx, params.id, body)),
    tag,
  )
  routes.write(contract.deleteTag, (tx, { params }) => done(deleteTag(tx, params.id)), tag)
  routes.read(contract.listTagUsage, (db) => listTagUsage(db))
  routes.read(merges.previewTagMerge, (db, { params, query }) => previewMerge(db, params.id, query.into_id))
  routes.write(merges.mergeTag, async (tx, { params, body }) =>
    presentTag(await mergeTag(tx, params.id, body.into_id)),
  )
}
