import type { RuleRun } from '@parley/contract/automations/automation-runs'
import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { AppError } from '../../../http/errors.ts'

export type Limit = NonNullable<RuleRun['limit']>

/** In any hour. Far beyond what anybody means, and far below what a loop makes. */
export const rateLimits = {
  actions_per_conversation: 50,
  mails_per_address: 10,
  mails_per_inbox: 1000,
  mails_per_workspace: 5000,
}

/** Events say how many steps led to them, eight at most; what follows from ours needs some of them. */
export const maxDepth = 6

export const limitMessages: Record<Limit, string> = {
  depth: 'Too many rules led to each other. Look for rules that answer one another',
  conversation_budget: `Rules did ${rateLimits.actions_per_conversation} things to this conversation within an hour. Look for rules that answer one another`,
  address_budget: `Rules sent ${rateLimits.mails_per_address} mails to this address within an hour. Perhaps a machine answers there`,
  inbox_budget: `Rules sent ${rateLimits.mails_per_inbox} mails from this inbox within an hour`,
  workspace_budget: `Rules sent ${rateLimits.mails_per_workspace} mails within an hour`,
  machine_mail: 'A machine wrote the last mail, and is not answered',
  late_mail: 'The last mail reached us more than a day late, and gets no automatic answer',
}

/** Limits that are no fault of the rule: only its answers are left out, and nobody needs to hear of it. */
export const isExpectedLimit = (limit: Limit): boolean => limit === 'machine_mail' || limit === 'late_mail'

/** What a rule may not do just now, whatever its administrator wants. */
export class LimitExceeded extends AppError {
  readonly limit: Limit
  constructor(limit: Limit) {
    super(409, 'ConflictException', limitMessages[limit])
    this.limit = limit
  }
}

const oneHourBefore = (now: Date) => new Date(now.getTime() - 3_600_000)

/** How many things rules did to a conversation in the last hour. Its row is locked, so this is exact. */
export async function countRecentActions(tx: Tx, conversation_id: number): Promise<number> {
  const { rows } = await sql<{ acts: number }>`
    select coalesce(sum(acts), 0)::int as acts from automation_runs
    where conversation_id = ${conversation_id} and at > ${oneHourBefore(tx.now)}`.execute(tx.db)
  return rows[0]?.acts ?? 0
}

/** Refuses a mail that is one too many, and counts it otherwise. */
export async function reserveMailQuota(
  tx: Tx,
  c: { id: number; inbox_id: number },
  addresses: readonly string[],
): Promise<void> {
  const since = oneHourBefore(tx.now)
  const enough = (most: number) => sql`limit ${most}`
  const { rows } = await sql<{ address: number; inbox: number; workspace: number }>`
    select
      (select coalesce(max(n), 0) from (select count(*) as n from automation_mails
        where address = any(${[...addresses]}) and at > ${since} group by address) of_address)::int as address,
      (select count(*) from (select from automation_mails where inbox_id = ${c.inbox_id} and at > ${since}
        ${enough(rateLimits.mails_per_inbox)}) of_inbox)::int as inbox,
      (select count(*) from (select from automation_mails where at > ${since}
        ${enough(rateLimits.mails_per_workspace)}) of_workspace)::int as workspace`.execute(tx.db)
  const [sent] = rows
  if (sent && sent.address >= rateLimits.mails_per_address) throw new LimitExceeded('address_budget')
  if (sent && sent.inbox >= rateLimits.mails_per_inbox) throw new LimitExceeded('inbox_budget')
  if (sent && sent.workspace >= rateLimits.mails_per_workspace) throw new LimitExceeded('workspace_budget')
  await tx.db
    .insertInto('automation_mails')
    .values(
      addresses.map((address) => ({ at: tx.now, conversation_id: c.id, inbox_id: c.inbox_id, address })),
    )
    .execute()
}
