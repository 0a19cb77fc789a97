import type { ErasureList, ListedErasure } from '@parley/contract/privacy/privacy'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'
import { presentListed } from './present-erasure.ts'
import { hashAddress, startErasure } from './start-erasure.ts'

export type UnknownErasures = {
  /** Erasures of the list that this workspace doesn't know. */
  unknown: number
  /** Contacts that exist here and were erased according to the list. */
  contact_ids: number[]
}

/** Ids are those of the workspace that was lost. */
export const identityOf = ({ requested_at, address_hashes }: ListedErasure): string =>
  `${requested_at} ${address_hashes.toSorted()}`

const batchSize = 5_000

/** Compares a list from the workspace that was lost with this one, which was restored from an older backup. */
export async function findUnknownErasures(
  db: Db,
  secrets: Secrets,
  { erasures }: ErasureList,
): Promise<UnknownErasures> {
  const rows = await db.selectFrom('contact_erasures').selectAll().execute()
  const applied = new Set(rows.map(presentListed).map(identityOf))
  const unknown = erasures.filter((erasure) => !applied.has(identityOf(erasure)))
  const erasedAt = new Map(
    unknown.flatMap(({ requested_at, address_hashes }) =>
      address_hashes.map((hash): [string, string] => [hash, requested_at]),
    ),
  )
  const contact_ids = new Set<number>()
  for (let last = ''; erasedAt.size > 0; ) {
    const rows = await db
      .selectFrom('contact_addresses as a')
      .innerJoin('contacts as k', 'k.id', 'a.contact_id')
      .select(['a.address', 'a.contact_id', 'k.created_at'])
      .where('a.address', '>', last)
      .where('k.deleted_at', 'is', null)
      .orderBy('a.address')
      .limit(batchSize)
      .execute()
    for (const { address, contact_id, created_at } of rows) {
      const at = secrets.each
        .map((one) => erasedAt.get(hashAddress(one, address).toString('hex')))
        .find((time) => time !== undefined)
      // Who wrote again after the erasure is a new contact.
      if (at !== undefined && created_at.toISOString() < at) contact_ids.add(contact_id)
    }
    last = rows.at(-1)?.address ?? ''
    if (rows.length < batchSize) break
  }
  return { unknown: unknown.length, contact_ids: [...contact_ids] }
}

/** Queues an erasure of each. The server carries them out once it runs, before or after it goes live. */
export async function applyErasures(
  { act, operator, secrets }: { act: Act; operator: Actor; secrets: Secrets },
  contact_ids: readonly number[],
): Promise<number> {
  let count = 0
  for (const id of contact_ids) if (await act(operator, (tx) => eraseIfThere(tx, secrets, id))) count++
  return count
}

async function eraseIfThere(tx: Tx, secrets: Secrets, id: number): Promise<boolean> {
  const contact = await tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (contact) await startErasure(tx, secrets, contact)
  return contact !== undefined
}
