import type { InboxWrite } from '@parley/contract/inboxes'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import type { Secrets } from '../../secrets.ts'
import { claimAddresses, cleanAliases, readFrom, readSignature } from './addresses.ts'
import { sealConfig } from './config.ts'
import type { InboxRow } from './find.ts'
import { inboxChanges } from './present.ts'
import { receivingAddress } from './receiving-address.ts'
import { queueSendingCheck } from './sending-state.ts'

/** A new inbox, switched on. Everything is checked before anything is written (quirk Q4). */
export async function createInbox(
  tx: Tx,
  { secrets, mail_host }: { secrets: Secrets; mail_host: string | null },
  input: z.output<typeof InboxWrite>,
): Promise<InboxRow> {
  const { address } = await readFrom(input.from)
  const aliases = cleanAliases(input.aliases ?? [], address)
  await claimAddresses(tx, { id: null, address, aliases })
  const inbox = await tx.db
    .insertInto('inboxes')
    .values({
      created_at: tx.now,
      updated_at: tx.now,
      name: input.name,
      from: input.from,
      address,
      aliases,
      csat_enabled: input.csat_enabled,
      ...(input.receiver_enabled !== undefined && { receiver_enabled: input.receiver_enabled }),
      ...(input.quote_history !== undefined && { quote_history: input.quote_history }),
      ...(input.signature !== undefined && { signature: await readSignature(input.signature) }),
      sync_since: input.sync_since ? new Date(input.sync_since) : null,
      config: json(sealConfig(secrets, input.config, {})),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({
    type: 'inbox.created',
    object: { type: 'inbox', id: inbox.id },
    changes: inboxChanges(null, inbox),
  })
  await queueSendingCheck(tx, inbox.id)
  return tx.db
    .updateTable('inboxes')
    .set({ receiving_address: receivingAddress(inbox.receiving_token, mail_host) })
    .where('id', '=', inbox.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
