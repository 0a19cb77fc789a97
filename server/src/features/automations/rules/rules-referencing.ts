import { type RawBuilder, sql } from 'kysely'
import type { ReferenceList } from './reference-data.ts'

const referencingFields: Record<ReferenceList, { actions: string[]; fields: string[] }> = {
  statuses: { actions: ['set_status'], fields: ['status', 'previous_status'] },
  priorities: { actions: ['set_priority'], fields: ['priority', 'previous_priority'] },
  teams: { actions: ['assign_team'], fields: ['assigned_team', 'previous_assigned_team'] },
  agents: { actions: ['assign_user'], fields: ['assigned_user', 'previous_assigned_user'] },
  inboxes: { actions: ['move_inbox'], fields: ['inbox'] },
  tags: { actions: ['add_tags', 'set_tags', 'remove_tags'], fields: ['tags'] },
  sla: { actions: ['set_sla'], fields: ['sla_policy'] },
}

const conditions = sql`jsonb_array_elements(r.body->'groups') g, jsonb_array_elements(g->'rules') x`

/** Rules that refer to this record, as a row source for its deletion preview. */
export function rulesReferencing(list: ReferenceList, id: number): RawBuilder<unknown> {
  const { actions, fields } = referencingFields[list]
  return sql`automation_rules r where exists (
      select from jsonb_array_elements(r.body->'actions') a where a->>'type' = any(${actions}) and jsonb_exists(a->'value', ${String(id)}))
    or exists (select from ${conditions} where x->>'field_type' = 'conversation' and x->>'field' = any(${fields})
      and ${String(id)} = any(regexp_split_to_array(x->>'value', '\\s*,\\s*')))`
}

export const rulesReferencingAttribute = (
  owner: 'contact' | 'conversation',
  key: string,
): RawBuilder<unknown> =>
  sql`automation_rules r where exists (
    select from ${conditions} where x->>'field_type' = ${`${owner}_custom_attribute`} and x->>'field' = ${key})`
