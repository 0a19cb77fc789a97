import type {
  CustomAttributeChanges,
  CustomAttributeWrite,
} from '@parley/contract/custom-attributes/custom-attribute-writes'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { fieldConflict, invalid } from '../../http/errors.ts'
import { type CustomAttributeRow, customAttributeEntity } from './custom-attributes.ts'
import { assertValidPattern } from './pattern.ts'

type Values = z.output<typeof CustomAttributeWrite>

export async function createCustomAttribute(tx: Tx, values: Values): Promise<CustomAttributeRow> {
  assertValidPattern(values.regex)
  await assertKeyAvailable(tx, values)
  return customAttributeEntity.create(tx, { ...values, values: choicesOf(values) })
}

/**
 * Values are stored under the key and parsed by type, so key and data type cannot change: a different one in the
 * request is ignored (docs/spec/wire.md#custom-attributes). `applies_to` says whose values they are; a request that changes it is
 * refused. Values that no longer fit stay until someone changes them.
 */
export async function updateCustomAttribute(
  tx: Tx,
  id: number,
  changes: z.output<typeof CustomAttributeChanges>,
): Promise<CustomAttributeRow> {
  const before = await customAttributeEntity.lock(tx, id)
  const { key, data_type } = before
  const merged = { ...before, ...changes, key, data_type }
  if (merged.applies_to !== before.applies_to)
    throw invalid(
      'applies_to',
      'What an attribute applies to can’t be changed. Create a new attribute instead',
    )
  if (data_type === 'list' && merged.values.length === 0) throw invalid('values', 'Add at least one choice')
  if (merged.regex !== before.regex) assertValidPattern(merged.regex)
  return customAttributeEntity.update(tx, before, { ...changes, key, data_type, values: choicesOf(merged) })
}

/** Stored values are kept: a new attribute with the same key shows them again. */
export async function deleteCustomAttribute(tx: Tx, id: number): Promise<void> {
  const before = await customAttributeEntity.lockExclusively(tx, id)
  await customAttributeEntity.delete(tx, before)
}

/**
 * Keys that differ only in case would look like one attribute. A unique index on lower(key) could not be created in
 * older workspaces that have such a pair, so creating attributes is serialised with a lock.
 */
async function assertKeyAvailable(tx: Tx, { key, applies_to }: Values): Promise<void> {
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
const choicesOf = (attribute: Pick<CustomAttributeRow, 'data_type' | 'values'>) =>
  attribute.data_type === 'list' ? attribute.values : []
