import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The local part of an inbox's generated address at the host of the built-in receiver. */
const localPart = (token: string) => `inbox-${token}`

/** The token in a generated receiving address, or null. */
export const parseReceivingToken = (address: string): string | null =>
  /^inbox-([0-9a-f]{20})@/i.exec(address.trim())?.[1]?.toLowerCase() ?? null

export const formatReceivingAddress = (token: string, mail_host: string | null): string | null =>
  mail_host && `${localPart(token)}@${mail_host}`

/** Run at startup: updates all receiving addresses to PARLEY_MAIL_HOST. */
export async function updateReceivingAddresses(db: Db, mail_host: string | null): Promise<void> {
  await db
    .updateTable('inboxes')
    .set({
      receiving_address:
        mail_host === null ? null : sql`${localPart('')} || receiving_token || '@' || ${mail_host}::text`,
    })
    .where(
      sql<boolean>`receiving_address is distinct from
        ${mail_host === null ? null : sql`${localPart('')} || receiving_token || '@' || ${mail_host}::text`}`,
    )
    .execute()
}
