import { RuleWrite } from '@parley/contract/automations/automation-rules'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { createAutomationConsumer } from '../../features/automations/automation-consumer.ts'
import { createRule } from '../../features/automations/rules/write-rule.ts'
import type { ProcessingDeps } from '../../features/email/filing/process-delivery.ts'
import type { Event } from '../../spine/read-events.ts'
import type { SampleWorkspace } from './sample-workspace.ts'

/** Automation rules of the sample shop. */
export async function createRules(tx: Tx, { inboxes, teams }: SampleWorkspace): Promise<void> {
  const matchAll = (
    conditions: { field: string; operator: 'equals' | 'contains' | 'less than'; value: string }[],
    actions: {
      type: 'add_tags' | 'assign_team' | 'set_priority' | 'set_status' | 'send_private_note'
      value: string[]
    }[],
  ) => [
    { group_operator: 'AND' as const, groups: [{ logical_op: 'AND' as const, rules: conditions }], actions },
  ]
  const rules: z.input<typeof RuleWrite>[] = [
    {
      name: 'Route payments to Billing',
      description: 'Assigns payments, invoices and refunds to the Billing team',
      type: 'new_conversation',
      rules: matchAll(
        [{ field: 'subject', operator: 'contains', value: 'charged, invoice, refund, gift card, receipt' }],
        [{ type: 'assign_team', value: [String(teams.Billing)] }],
      ),
    },
    {
      name: 'Tag trade customers',
      description: 'Tags and prioritises conversations from the trade inbox',
      type: 'new_conversation',
      rules: matchAll(
        [{ field: 'inbox', operator: 'equals', value: String(inboxes.trade.id) }],
        [
          { type: 'add_tags', value: ['wholesale'] },
          { type: 'set_priority', value: [await priority(tx, 'Medium')] },
        ],
      ),
    },
    {
      name: 'Follow up on low ratings',
      description: 'Reopens conversations whose customer wasn’t happy',
      type: 'conversation_update',
      events: ['csat.answered'],
      rules: matchAll(
        [{ field: 'csat_rating', operator: 'less than', value: '3' }],
        [
          { type: 'set_status', value: ['1'] },
          { type: 'set_priority', value: [await priority(tx, 'High')] },
          {
            type: 'send_private_note',
            value: [
              '<p>{{ contact.first_name }} wasn’t happy with our help. Please ask what we could have done better.</p>',
            ],
          },
        ],
      ),
    },
  ]
  // The newest rule comes first, so create them in reverse order.
  for (const rule of rules.toReversed()) await createRule(tx, RuleWrite.parse(rule))
}

async function priority(tx: Tx, name: string): Promise<string> {
  const row = await tx.db
    .selectFrom('priorities')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return String(row.id)
}

/** Runs the rules on what happened to a conversation since then, because no worker is running. */
export const runRules = ({ act, system }: ProcessingDeps, id: number, since: Date): Promise<void> =>
  act(system, async (tx) => {
    const { rows } = await sql<Event>`
      select * from events where conversation_id = ${id} and at >= ${since} order by id`.execute(tx.db)
    // No sample rule uses the workspace URL.
    await createAutomationConsumer('').handle(tx, rows)
  })
