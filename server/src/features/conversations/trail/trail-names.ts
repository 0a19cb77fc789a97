import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'

const kinds = ['person', 'team', 'status', 'priority', 'sla_policy', 'inbox'] as const
type Kind = (typeof kinds)[number]

/** Display names of the records that events refer to; custom attributes by owner and key. */
export type TrailNames = {
  nameOf(kind: Kind, id: number): string
  person(id: number | null): string | null
  attribute(owner: 'contact' | 'conversation', key: string): string
}

/** Conversation columns that contain ids, and what the ids refer to. */
export const referenceColumns: Record<string, Kind> = {
  assigned_user_id: 'person',
  contact_id: 'person',
  assigned_team_id: 'team',
  status_id: 'status',
  priority_id: 'priority',
  sla_policy_id: 'sla_policy',
  inbox_id: 'inbox',
}

/** Loads all names these events need in one query. A deleted record is shown by its id. */
export async function loadTrailNames(db: Db, events: readonly Event[]): Promise<TrailNames> {
  const ids: Record<Kind, Set<number>> = {
    person: new Set(),
    team: new Set(),
    status: new Set(),
    priority: new Set(),
    sla_policy: new Set(),
    inbox: new Set(),
  }
  for (const { actor_id, changes } of events) {
    if (actor_id !== null) ids.person.add(actor_id)
    for (const [column, pair] of Object.entries(changes as Record<string, unknown[]>)) {
      const kind = referenceColumns[column]
      const references = pair.filter((id) => typeof id === 'number')
      if (kind) for (const id of references) ids[kind].add(id)
    }
  }
  const idsOfKind = (kind: Kind) => sql`any(${[...ids[kind]]}::bigint[])`
  const { rows } = await sql<{ kind: string; key: string; name: string }>`
    select 'person' as kind, id::text as key, trim(first_name || ' ' || last_name) as name from agents where id = ${idsOfKind('person')}
    union all select 'person', id::text, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) from contacts where id = ${idsOfKind('person')}
    union all select 'team', id::text, name from teams where id = ${idsOfKind('team')}
    union all select 'status', id::text, name from statuses where id = ${idsOfKind('status')}
    union all select 'priority', id::text, name from priorities where id = ${idsOfKind('priority')}
    union all select 'sla_policy', id::text, name from sla_policies where id = ${idsOfKind('sla_policy')}
    union all select 'inbox', id::text, name from inboxes where id = ${idsOfKind('inbox')}
    union all select 'attribute.' || applies_to, key, name from custom_attribute_definitions`.execute(db)
  const names = new Map(rows.map(({ kind, key, name }) => [`${kind} ${key}`, name]))
  return {
    nameOf: (kind, id) => names.get(`${kind} ${id}`) ?? `#${id}`,
    person: (id) => (id === null ? null : (names.get(`person ${id}`) ?? null)),
    attribute: (owner, key) => names.get(`attribute.${owner} ${key}`) ?? key,
  }
}
