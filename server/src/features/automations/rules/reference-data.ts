import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

const lists = ['statuses', 'priorities', 'teams', 'agents', 'inboxes', 'tags', 'sla'] as const
export type ReferenceList = (typeof lists)[number]
export type AttributeDefinition = Pick<CustomAttribute, 'name' | 'data_type' | 'values'>

/** Everything that rules can refer to, by id as a string. */
export type ReferenceData = Record<ReferenceList, ReadonlyMap<string, string>> & {
  /** Disabled agents and inboxes, as `agents 3`. */
  disabled: ReadonlySet<string>
  /** By owner and key, as `contact city`. */
  attributes: ReadonlyMap<string, AttributeDefinition>
}

type ReferenceRow = { list: ReferenceList; id: string; name: string; off: boolean }

/** Two statements, regardless of the number of rules. */
export async function readReferenceData(db: Db): Promise<ReferenceData> {
  const { rows } = await sql<ReferenceRow>`
    select 'statuses' as list, id::text, name, false as off from statuses
    union all select 'priorities', id::text, name, false from priorities
    union all select 'teams', id::text, name, false from teams
    union all select 'agents', id::text, trim(first_name || ' ' || last_name), not enabled from agents
      where deleted_at is null and not is_system
    union all select 'inboxes', id::text, name, not enabled from inboxes where deleted_at is null
    union all select 'tags', id::text, name, false from tags
    union all select 'sla', id::text, name, false from sla_policies`.execute(db)
  const namesById = (list: ReferenceList) =>
    new Map(rows.filter((row) => row.list === list).map(({ id, name }) => [id, name] as const))
  return {
    statuses: namesById('statuses'),
    priorities: namesById('priorities'),
    teams: namesById('teams'),
    agents: namesById('agents'),
    inboxes: namesById('inboxes'),
    tags: namesById('tags'),
    sla: namesById('sla'),
    disabled: new Set(rows.filter(({ off }) => off).map(({ list, id }) => `${list} ${id}`)),
    attributes: await readAttributeDefinitions(db),
  }
}

export async function readAttributeDefinitions(db: Db): Promise<ReferenceData['attributes']> {
  const definitions = await db
    .selectFrom('custom_attribute_definitions')
    .select(['applies_to', 'key', 'name', 'data_type', 'values'])
    .execute()
  return new Map(definitions.map(({ applies_to, key, ...kind }) => [`${applies_to} ${key}`, kind]))
}

/** Splits `3, 7` into ids. */
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
