import { parseFromHeader } from '@parley/contract/email/from-header'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { fieldConflict, invalid } from '../../http/errors.ts'
import { findSyntaxProblem } from '../../liquid.ts'

/**
 * Rejects addresses that another inbox uses, as its own or as an alias, because a mail must belong to one inbox.
 * Takes a lock, because the unique index covers only the main address.
 */
export async function assertAddressesFree(
  tx: Tx,
  inbox: { id: number | null; address: string; aliases: string[] },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('inbox addresses'))`.execute(tx.db)
  const addresses = [inbox.address, ...inbox.aliases]
  const { rows } = await sql<{ name: string; taken: string }>`
    select i.name, a.address as taken from inboxes i, unnest(array_append(i.aliases, i.address)) as a (address)
    where i.deleted_at is null and i.id is distinct from ${inbox.id}::bigint and a.address = any(${addresses}) limit 1`.execute(
    tx.db,
  )
  const other = rows[0]
  if (other)
    throw fieldConflict(
      other.taken === inbox.address ? 'from' : 'aliases',
      `The inbox "${other.name}" already uses the address ${other.taken}`,
    )
}

/** Aliases as stored: unique, and never the inbox's own address. */
export const normaliseAliases = (aliases: string[], address: string): string[] => [
  ...new Set(aliases.map((alias) => alias.toLowerCase()).filter((alias) => alias !== address)),
]

/** Splits a From header whose name may be a template; rejects a broken template (docs/spec/product-decisions.md#template-language). */
export async function validateFrom(from: string): Promise<{ name: string; address: string }> {
  const fromParts = parseFromHeader(from)
  const problem = await findSyntaxProblem(fromParts.name)
  if (problem) throw invalid('from', `The From name isn’t valid: ${problem}`)
  return fromParts
}

/** Returns the signature as stored; rejects a broken template. */
export async function validateSignature(signature: string): Promise<string> {
  const problem = await findSyntaxProblem(signature)
  if (problem) throw invalid('signature', `The signature isn’t valid: ${problem}`)
  return signature.trim()
}
