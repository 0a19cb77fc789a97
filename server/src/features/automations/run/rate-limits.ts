import type { RuleRun } from '@parley/contract/automations/automation-runs'
import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { AppError } from '../../../http/errors.ts'

export type Limit = NonNullable<RuleRun['limit']>

/** Per hour. Far more than anyone intends, and far less than a loop produces. */
export const rateLimits = {
  actions_per_conversation: 50,
  mails_per_address: 10,
  mails_per_inbox: 1000,
  mails_per_workspace: 5000,
}

/** Events count the length of their causal chain, eight at most; whatever follows from a rule needs some of that. */
export const maxDepth = 6

export const limitMessages: Record<Limit, string> = {
  depth: 'Too many rules triggered one another. Look for rules that form a loop',
  conversation_budget: `Rules made ${rateLimits.actions_per_conversation} changes to this conversation within an hour. Look for rules that form a loop`,
  address_budget: `Rules sent ${rateLimits.mails_per_address} emails to this address within an hour. It may be replying automatically`,
  inbox_budget: `Rules sent ${rateLimits.mails_per_inbox} emails from this inbox within an hour`,
  workspace_budget: `Rules sent ${rateLimits.mails_per_workspace} emails within an hour`,
  machine_mail: 'The last email was automated, so no automatic reply was sent',
  late_mail: 'The last email arrived more than a day late, so no automatic reply was sent',
}

/** Limits that are not the rule's fault: only its emails are skipped, and no one is notified. */
export const isExpectedLimit = (limit: Limit): boolean => limit === 'machine_mail' || limit === 'late_mail'

/** A rule ran into a limit, whatever its administrator configured. */
export class LimitExceeded extends AppError {
  readonly limit: Limit
  constructor(limit: Limit) {
    super(409, 'ConflictException', limitMessages[limit])
    this.limit = limit
  }
}

const oneHourBefore = (now: Date) => new Date(now.getTime() - 3_600_000)

/** Number of actions that rules performed on a conversation in the last hour. Exact, because its row is locked. */
export async function countRecentActions(tx: Tx, conversation_id: number): Promise<number> {
  const { rows } = await sql<{ acts: number }>`
    select coalesce(sum(acts), 0)::int as acts from automation_runs
    where conversation_id = ${conversation_id} and at > ${oneHourBefore(tx.now)}`.execute(tx.db)
  return rows[0]?.acts ?? 0
}

/** Throws when an email would exceed a limit, otherwise counts it. */
export async function reserveMailQuota(
  tx: Tx,
  c: { id: number; inbox_id: number },
  addresses: readonly string[],
): Promise<void> {
  const since = oneHourBefore(tx.now)
  const limitTo = (max: number) => sql`limit ${max}`
  const { rows } = await sql<{ address: number; inbox: number; workspace: number }>`
    select
      (select coalesce(max(n), 0) from (select count(*) as n from automation_mails
        where address = any(${[...addresses]}) and at > ${since} group by address) of_address)::int as address,
      (select count(*) from (select from automation_mails where inbox_id = ${c.inbox_id} and at > ${since}
        ${limitTo(rateLimits.mails_per_inbox)}) of_inbox)::int as inbox,
      (select count(*) from (select from automation_mails where at > ${since}
        ${limitTo(rateLimits.mails_per_workspace)}) of_workspace)::int as workspace`.execute(tx.db)
  const [recent] = rows
  if (recent && recent.address >= rateLimits.mails_per_address) throw new LimitExceeded('address_budget')
  if (recent && recent.inbox >= rateLimits.mails_per_inbox) throw new LimitExceeded('inbox_budget')
  if (recent && recent.workspace >= rateLimits.mails_per_workspace)
    throw new LimitExceeded('workspace_budget')
  await tx.db
    .insertInto('automation_mails')
    .values(
      addresses.map((address) => ({ at: tx.now, conversation_id: c.id, inbox_id: c.inbox_id, address })),
    )
    .execute()
}
