import type { CustomAttribute, CustomAttributeWrite } from '@parley/contract/custom-attributes'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changes.ts'
import { checkPattern } from './pattern.ts'

export type Definition = Selectable<DB['custom_attribute_definitions']>
type Owner = CustomAttribute['applies_to']
type Input = z.output<typeof CustomAttributeWrite>

export const listDefinitions = (db: Db, applies_to?: Owner): Promise<Definition[]> =>
  db
    .selectFrom('custom_attribute_definitions')
    .selectAll()
    .$if(applies_to !== undefined, (only) => only.where('applies_to', '=', applies_to ?? 'contact'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function findDefinition(db: Db, id: number): Promise<Definition> {
  const row = await db
    .selectFrom('custom_attribute_definitions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Custom attribute')
  return row
}

export async function createDefinition(tx: Tx, input: Input): Promise<Definition> {
  checkPattern(input.regex)
  const row = await tx.db
    .insertInto('custom_attribute_definitions')
    .values({ ...input, values: choicesOf(input), created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'custom_attribute.created', row.id, changedFields(null, facts(row)))
  return row
}

/** Values are stored under the key and read by the type, so these stay; what it applies to says whose values they are. */
const fixed = { key: 'key', data_type: 'type', applies_to: 'kind of owner' } as const

/** Values that no longer fit stay until somebody changes them. */
export async function updateDefinition(tx: Tx, id: number, input: Input): Promise<Definition> {
  const before = await lockDefinition(tx, id)
  for (const [field, word] of Object.entries(fixed)) {
    const name = field as keyof typeof fixed // the keys of the literal
    if (input[name] !== before[name])
      throw invalid(field, `The ${word} of an attribute cannot be changed. Make a new attribute instead`)
  }
  if (input.regex !== before.regex) checkPattern(input.regex)
  const after = { ...before, ...input, values: choicesOf(input) }
  const changes = changedFields(facts(before), facts(after))
  if (Object.keys(changes).length === 0) return before
  const row = await tx.db
    .updateTable('custom_attribute_definitions')
    .set({ ...facts(after), updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'custom_attribute.changed', id, changes)
  return row
}

/** Values stay where they are stored: a definition with the same key shows them again. */
export async function deleteDefinition(tx: Tx, id: number): Promise<void> {
  const row = await lockDefinition(tx, id)
  await tx.db.deleteFrom('custom_attribute_definitions').where('id', '=', id).execute()
  await record(tx, 'custom_attribute.deleted', id, changedFields(facts(row), null))
}

async function lockDefinition(tx: Tx, id: number): Promise<Definition> {
  const row = await tx.db
    .selectFrom('custom_attribute_definitions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Custom attribute')
  return row
}

// Other types have no use for choices that a client sent along.
const choicesOf = (input: Input) => (input.data_type === 'list' ? input.values : [])

const facts = ({ id: _id, created_at: _created, updated_at: _updated, ...rest }: Definition) => rest

const record = (tx: Tx, type: string, id: number, changes: Record<string, [unknown, unknown]>) =>
  tx.record({ type, object: { type: 'custom_attribute', id }, changes })

export const presentDefinition = (row: Definition): CustomAttribute => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
