import type { InboxWrite } from '@parley/contract/inboxes/inbox-writes'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Secrets } from '../../secrets.ts'
import { assertAddressesFree, normaliseAliases, validateFrom, validateSignature } from './inbox-addresses.ts'
import { encryptConfig } from './inbox-config.ts'
import type { InboxRow } from './inbox-rows.ts'
import { inboxChanges } from './present-inbox.ts'
import { formatReceivingAddress } from './receiving-address.ts'
import { queueSendingCheck } from './sending-state.ts'

/** Creates an enabled inbox. Everything is validated before anything is written (quirk Q4). */
export async function createInbox(
  tx: Tx,
  { secrets, mail_host }: { secrets: Secrets; mail_host: string | null },
  input: z.output<typeof InboxWrite>,
): Promise<InboxRow> {
  const { address } = await validateFrom(input.from)
  const aliases = normaliseAliases(input.aliases ?? [], address)
  await assertAddressesFree(tx, { id: null, address, aliases })
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
      ...(input.signature !== undefined && { signature: await validateSignature(input.signature) }),
      sync_since: input.sync_since ? new Date(input.sync_since) : null,
      config: json(encryptConfig(secrets, input.config, {})),
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
    .set({ receiving_address: formatReceivingAddress(inbox.receiving_token, mail_host) })
    .where('id', '=', inbox.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
