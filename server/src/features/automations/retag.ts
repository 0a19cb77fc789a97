import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import { listed } from './names.ts'
import { isTagAction } from './reasons.ts'
import { type Body, bodyOf } from './rule.ts'

type Named = { id: number; body: Body }

/** Rules that set a tag or ask for it. */
export async function rulesWithTag(db: Db, tag_id: number): Promise<Named[]> {
  const rows = await db.selectFrom('automation_rules').select(['id', 'body']).orderBy('id').execute()
  const found = rows.map(({ id, body }) => ({ id, body: bodyOf({ body }) }))
  return found.filter(({ body }) => JSON.stringify(body) !== JSON.stringify(retagged(body, tag_id, 0)))
}

/** They have the other tag from now on. */
export async function retagRules(db: Db, rules: readonly Named[], from: number, to: number): Promise<void> {
  for (const { id, body } of rules)
    await db
      .updateTable('automation_rules')
      .set({ body: json(retagged(body, from, to)) })
      .where('id', '=', id)
      .execute()
}

function retagged(body: Body, from: number, to: number): Body {
  const swap = (ids: readonly string[]) => [
    ...new Set(ids.map((id) => (id === String(from) ? String(to) : id))),
  ]
  // One that does not have it stays as somebody wrote it, spaces and all.
  const swapListed = (value: string) =>
    listed(value).includes(String(from)) ? swap(listed(value)).join(',') : value
  return {
    ...body,
    actions: body.actions.map((one) => (isTagAction(one.type) ? { ...one, value: swap(one.value) } : one)),
    groups: body.groups.map((group) => ({
      ...group,
      rules: group.rules.map((row) =>
        row.field === 'tags' && row.field_type === 'conversation'
          ? { ...row, value: swapListed(row.value) }
          : row,
      ),
    })),
  }
}
