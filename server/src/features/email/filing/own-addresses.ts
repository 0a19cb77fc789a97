import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'

export type OwnAddresses = {
  /** Of inboxes, with aliases and generated receiving addresses. */
  all: ReadonlySet<string>
  /** The domains that customers know. */
  domains: readonly string[]
}

export async function listOwnAddresses(db: Db): Promise<OwnAddresses> {
  const rows = await db
    .selectFrom('inboxes')
    .select(['address', 'aliases', 'receiving_address'])
    .where('deleted_at', 'is', null)
    .modifyEnd(prepared)
    .execute()
  const addresses = rows.flatMap(({ address, aliases }) => [address, ...aliases])
  return {
    all: new Set([...addresses, ...rows.flatMap(({ receiving_address }) => receiving_address ?? [])]),
    domains: [...new Set(addresses.map((address) => address.slice(address.lastIndexOf('@') + 1)))],
  }
}
