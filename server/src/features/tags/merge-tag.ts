import type { Deletion } from '@parley/contract/shared/deletion-previews'
import { sql } from 'kysely'
import { countEffects } from '../../count-effects.ts'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { listRulesWithTag, replaceTagInRules } from '../automations/rules/replace-tag.ts'
import { referencesTag, replaceTagInActions, replaceTagInFilters } from './tag-references.ts'
import { type TagRow, tagEntity } from './tags.ts'

/**
 * Everything that has the merged tag gets the target tag: conversations, macros that set it, and views and rules that
 * refer to it. As with a deletion, nobody made a decision about a single conversation, so timelines get no line; one
 * event records the counts.
 */
export async function mergeTag(tx: Tx, id: number, into_id: number): Promise<TagRow> {
  assertDifferent(id, into_id)
  // Lock in id order, so that two opposite merges cannot deadlock.
  for (const tag_id of [id, into_id].toSorted((a, b) => a - b)) await tagEntity.lockExclusively(tx, tag_id)
  const [tag, into] = [await tagEntity.get(tx.db, id), await tagEntity.get(tx.db, into_id)]
  await tx.db
    .insertInto('conversation_tags')
    .columns(['conversation_id', 'tag_id'])
    .expression((eb) =>
      eb
        .selectFrom('conversation_tags')
        .select(['conversation_id', sql<number>`${into_id}::bigint`.as('tag_id')])
        .where('tag_id', '=', id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numDeletedRows } = await tx.db
    .deleteFrom('conversation_tags')
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  const references = await listReferences(tx.db, id)
  for (const macro of references.macros)
    await tx.db
      .updateTable('macros')
      .set({ actions: json(replaceTagInActions(macro.actions, id, into_id)) })
      .where('id', '=', macro.id)
      .execute()
  for (const view of references.views)
    await tx.db
      .updateTable('views')
      .set({ filters: json(replaceTagInFilters(view.filters, id, into_id)) })
      .where('id', '=', view.id)
      .execute()
  await replaceTagInRules(tx.db, references.rules, id, into_id)
  await tx.db.deleteFrom('tags').where('id', '=', id).execute()
  await tagEntity.record(tx, 'merged', id, {
    changes: { ...changedFields({ name: tag.name }, null), merged_into: [null, into.name] },
    data: {
      into_id,
      conversations: Number(numDeletedRows),
      macros: references.macros.length,
      views: references.views.length,
      rules: references.rules.length,
    },
  })
  return into
}

/** What `mergeTag` would change, counted now. */
export async function previewMerge(db: Db, id: number, into_id: number): Promise<Deletion> {
  assertDifferent(id, into_id)
  await tagEntity.get(db, id)
  await tagEntity.get(db, into_id)
  const hasTag = (tag_id: number) =>
    sql`exists (select from conversation_tags o where o.conversation_id = ct.conversation_id and o.tag_id = ${tag_id})`
  const counts = await countEffects(db, {
    conversations_retagged: sql`conversation_tags ct where ct.tag_id = ${id} and not ${hasTag(into_id)}`,
    conversations_with_both: sql`conversation_tags ct where ct.tag_id = ${id} and ${hasTag(into_id)}`,
  })
  const { macros, views, rules } = await listReferences(db, id)
  const exactEffect = (effect: 'macros_retagged' | 'views_retagged' | 'rules_retagged', count: number) =>
    count > 0 ? [{ effect, count, count_is_minimum: false }] : []
  return {
    refusal: null,
    effects: [
      ...counts,
      ...exactEffect('macros_retagged', macros.length),
      ...exactEffect('views_retagged', views.length),
      ...exactEffect('rules_retagged', rules.length),
    ],
  }
}

function assertDifferent(id: number, into_id: number): void {
  if (id === into_id) throw invalid('into_id', 'A tag can’t be merged into itself. Choose another one')
}

/** Macros, views and rules that store the tag id inside their JSON. */
async function listReferences(db: Db, id: number) {
  const macros = await db.selectFrom('macros').select(['id', 'actions']).execute()
  const views = await db
    .selectFrom('views')
    .select(['id', 'filters'])
    .where(sql<boolean>`filters::text like '%"tags"%'`)
    .execute()
  return {
    macros: macros.filter(({ actions }) =>
      referencesTag(actions, (into) => replaceTagInActions(actions, id, into)),
    ),
    views: views.filter(({ filters }) =>
      referencesTag(filters, (into) => replaceTagInFilters(filters, id, into)),
    ),
    rules: await listRulesWithTag(db, id),
  }
}
