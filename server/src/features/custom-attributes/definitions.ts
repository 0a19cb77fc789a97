import type {
  CustomAttributeChanges,
  CustomAttributeWrite,
} from '@parley/contract/custom-attributes/custom-attribute-writes'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { fieldConflict, invalid, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'
import { assertValidPattern } from './pattern.ts'

const record = objectRecorder('custom_attribute')

export type AttributeDefinition = Selectable<DB['custom_attribute_definitions']>
type Owner = CustomAttribute['applies_to']
type Input = z.output<typeof CustomAttributeWrite>
type Changes = z.output<typeof CustomAttributeChanges>

export const listDefinitions = (db: Db, applies_to?: Owner): Promise<AttributeDefinition[]> =>
  db
    .selectFrom('custom_attribute_definitions')
    .selectAll()
    .$if(applies_to !== undefined, (filtered) => filtered.where('applies_to', '=', applies_to ?? 'contact'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function getDefinition(db: Db, id: number): Promise<AttributeDefinition> {
  const row = await db
    .selectFrom('custom_attribute_definitions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Custom attribute')
  return row
}

export async function createDefinition(tx: Tx, input: Input): Promise<AttributeDefinition> {
  assertValidPattern(input.regex)
  await assertKeyAvailable(tx, input)
  const row = await tx.db
    .insertInto('custom_attribute_definitions')
    .values({ ...input, values: choicesOf(input), created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'custom_attribute.created', row.id, changedFields(null, fieldsOf(row)))
  return row
}

/**
 * Values are stored under the key and parsed by type, so key and data type cannot change: a different one in the
 * request is ignored (docs/spec/wire.md#custom-attributes). `applies_to` says whose values they are; a request that changes it is
 * refused. Values that no longer fit stay until someone changes them.
 */
export async function updateDefinition(tx: Tx, id: number, patch: Changes): Promise<AttributeDefinition> {
  const before = await lockDefinition(tx, id)
  const input = { ...fieldsOf(before), ...patch }
  const { key, data_type } = before
  if (input.applies_to !== before.applies_to)
    throw invalid(
      'applies_to',
      'What an attribute applies to can’t be changed. Create a new attribute instead',
    )
  if (data_type === 'list' && input.values.length === 0) throw invalid('values', 'Add at least one choice')
  if (input.regex !== before.regex) assertValidPattern(input.regex)
  const merged = { ...input, key, data_type }
  const after = { ...before, ...merged, values: choicesOf(merged) }
  const changes = changedFields(fieldsOf(before), fieldsOf(after))
  if (Object.keys(changes).length === 0) return before
  const row = await tx.db
    .updateTable('custom_attribute_definitions')
    .set({ ...fieldsOf(after), updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'custom_attribute.changed', id, changes)
  return row
}

/** Stored values are kept: a new definition with the same key shows them again. */
export async function deleteDefinition(tx: Tx, id: number): Promise<void> {
  const row = await lockDefinition(tx, id)
  await tx.db.deleteFrom('custom_attribute_definitions').where('id', '=', id).execute()
  await record(tx, 'custom_attribute.deleted', id, changedFields(fieldsOf(row), null))
}

export async function lockDefinition(tx: Tx, id: number): Promise<AttributeDefinition> {
  const row = await tx.db
    .selectFrom('custom_attribute_definitions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Custom attribute')
  return row
}

/**
 * Keys that differ only in case would look like one attribute. A unique index on lower(key) could not be created in
 * older workspaces that have such a pair, so creating attributes is serialised with a lock.
 */
async function assertKeyAvailable(tx: Tx, { key, applies_to }: Input): Promise<void> {
  await sql`select pg_advisory_xact_lock(7275543)`.execute(tx.db)
  const taken = await tx.db
    .selectFrom('custom_attribute_definitions')
    .select('key')
    .where('applies_to', '=', applies_to)
    .where((eb) => eb(eb.fn('lower', ['key']), '=', key.toLowerCase()))
    .executeTakeFirst()
  if (!taken) return
  throw fieldConflict(
    'key',
    taken.key === key
      ? 'An attribute with this key already exists'
      : `An attribute with the key "${taken.key}" already exists, differing only in case`,
  )
}

// Other types ignore choices sent by the client.
const choicesOf = (input: Pick<AttributeDefinition, 'data_type' | 'values'>) =>
  input.data_type === 'list' ? input.values : []

const fieldsOf = ({ id: _id, created_at: _created, updated_at: _updated, ...rest }: AttributeDefinition) =>
  rest

export const presentDefinition = (row: AttributeDefinition): CustomAttribute => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
