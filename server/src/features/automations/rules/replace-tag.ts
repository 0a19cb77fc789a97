import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import { isTagAction } from '../log/present-reasons.ts'
import { splitList } from './reference-data.ts'
import { bodyOf, type RuleBody } from './rule.ts'

type RuleWithBody = { id: number; body: RuleBody }

/** Rules that set a tag or have it in a condition. */
export async function listRulesWithTag(db: Db, tag_id: number): Promise<RuleWithBody[]> {
  const rows = await db.selectFrom('automation_rules').select(['id', 'body']).orderBy('id').execute()
  const rules = rows.map(({ id, body }) => ({ id, body: bodyOf({ body }) }))
  return rules.filter(({ body }) => JSON.stringify(body) !== JSON.stringify(replaceTag(body, tag_id, 0)))
}

/** Replaces a tag in these rules. */
export async function replaceTagInRules(
  db: Db,
  rules: readonly RuleWithBody[],
  from: number,
  to: number,
): Promise<void> {
  for (const { id, body } of rules)
    await db
      .updateTable('automation_rules')
      .set({ body: json(replaceTag(body, from, to)) })
      .where('id', '=', id)
      .execute()
}

function replaceTag(body: RuleBody, from: number, to: number): RuleBody {
  const swap = (ids: readonly string[]) => [
    ...new Set(ids.map((id) => (id === String(from) ? String(to) : id))),
  ]
  // Values without this tag keep their original formatting.
  const swapInList = (value: string) =>
    splitList(value).includes(String(from)) ? swap(splitList(value)).join(',') : value
  return {
    ...body,
    actions: body.actions.map((one) => (isTagAction(one.type) ? { ...one, value: swap(one.value) } : one)),
    groups: body.groups.map((group) => ({
      ...group,
      rules: group.rules.map((row) =>
        row.field === 'tags' && row.field_type === 'conversation'
          ? { ...row, value: swapInList(row.value) }
          : row,
      ),
    })),
  }
}
