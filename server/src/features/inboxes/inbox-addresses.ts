import { parseFromHeader } from '@parley/contract/email/from-header'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { fieldConflict, invalid } from '../../http/errors.ts'
import { findSyntaxProblem } from '../../liquid.ts'

/**
 * Refuses addresses that another inbox has, as its own or as an alias: a mail must belong to one place. Two writers wait for each
 * other, for a unique index reaches only the main address.
 */
export async function assertAddressesFree(
  tx: Tx,
  inbox: { id: number | null; address: string; aliases: string[] },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('inbox addresses'))`.execute(tx.db)
  const wanted = [inbox.address, ...inbox.aliases]
  const { rows } = await sql<{ name: string; taken: string }>`
    select i.name, a.address as taken from inboxes i, unnest(array_append(i.aliases, i.address)) as a (address)
    where i.deleted_at is null and i.id is distinct from ${inbox.id}::bigint and a.address = any(${wanted}) limit 1`.execute(
    tx.db,
  )
  const other = rows[0]
  if (other)
    throw fieldConflict(
      other.taken === inbox.address ? 'from' : 'aliases',
      `The inbox "${other.name}" has the address ${other.taken} already`,
    )
}

/** Aliases as stored: each once, and never the inbox's own address. */
export const normaliseAliases = (aliases: string[], address: string): string[] => [
  ...new Set(aliases.map((alias) => alias.toLowerCase()).filter((alias) => alias !== address)),
]

/** The halves of a From whose name may be a template; refuses one that is broken (product-decisions 22). */
export async function validateFrom(from: string): Promise<{ name: string; address: string }> {
  const halves = parseFromHeader(from)
  const problem = await findSyntaxProblem(halves.name)
  if (problem) throw invalid('from', `The From name cannot be read: ${problem}`)
  return halves
}

/** A signature as stored; refuses a broken template. */
export async function validateSignature(signature: string): Promise<string> {
  const problem = await findSyntaxProblem(signature)
  if (problem) throw invalid('signature', `The signature cannot be read: ${problem}`)
  return signature.trim()
}
