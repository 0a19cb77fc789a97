import type { MacroWrite } from '@parley/contract/macros/macros'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { createMacro } from '../../features/macros/write-macro.ts'
import type { SampleWorkspace } from './sample-workspace.ts'

type Values = z.input<typeof MacroWrite>

/** Sample macros: shared ones, team ones and a personal one. */
export async function createMacros(tx: Tx, { agents, teams }: SampleWorkspace): Promise<void> {
  const priority = await idsByName(tx, 'priorities')
  const status = await idsByName(tx, 'statuses')
  const macros: Values[] = [
    {
      name: 'Newsletter: close',
      message_content: '',
      actions: [
        { type: 'set_tags', value: ['newsletter'] },
        { type: 'set_status', value: [status('Closed')] },
      ],
      visibility: 'all',
      visible_when: ['replying', 'adding_private_note'],
    },
    {
      name: 'Ask for the order number',
      message_content:
        '<p>Hello {{ contact.first_name | default: "there" }},</p><p>Could you tell me your order number? It starts with <strong>LO-</strong> and is at the top of your confirmation. A photo of the label on the box works, too.</p><p>Best wishes,<br>{{ author.first_name }}</p>',
      actions: [],
      visibility: 'all',
      visible_when: ['replying', 'starting_conversation'],
    },
    {
      name: 'Refund on its way',
      message_content:
        '<p>Hello {{ contact.first_name }},</p><p>I’ve just refunded your payment. It can take two to five working days to show up on your account, and you don’t need to do anything.</p><p>If it hasn’t arrived by then, reply to this email and mention <strong>#{{ conversation.reference_number }}</strong>.</p><p>Best wishes,<br>{{ author.first_name }}, {{ site_name }}</p>',
      actions: [
        { type: 'assign_team', value: [String(teams.Billing)] },
        { type: 'assign_user', value: [String(agents.noor)] },
        { type: 'add_tags', value: ['refund'] },
        { type: 'set_status', value: [status('Resolved')] },
      ],
      visibility: 'team',
      team_id: String(teams.Billing),
      visible_when: ['replying'],
    },
    {
      name: 'Parcel is late: search started',
      message_content:
        '<p>Hello {{ contact.first_name }},</p><p>I’m sorry that your parcel hasn’t arrived. I’ve asked the carrier to look for it, which can take up to three working days.</p><p>If they can’t find it, we’ll send you a new one right away, free of charge.</p><p>Best wishes,<br>{{ author.first_name }}</p>',
      actions: [
        { type: 'add_tags', value: ['lost parcel'] },
        { type: 'set_priority', value: [priority('High')] },
      ],
      visibility: 'team',
      team_id: String(teams.Shipping),
      visible_when: ['replying', 'starting_conversation'],
    },
    {
      name: 'Hand over to Technical',
      message_content:
        '<p>Handing this over to Technical: <strong>{{ contact.full_name }}</strong> needs help with the lamp itself. What I know so far:</p><ul><li>Model:</li><li>Bulb:</li><li>Since when:</li></ul>',
      actions: [
        { type: 'assign_team', value: [String(teams.Technical)] },
        { type: 'add_tags', value: ['flicker'] },
      ],
      visibility: 'all',
      visible_when: ['adding_private_note'],
    },
    {
      name: 'My Friday check-in',
      message_content:
        '<p>Hello {{ contact.first_name }},</p><p>I promised to check in before the weekend. Is everything all right now?</p><p>{{ author.first_name }}</p>',
      actions: [
        { type: 'assign_user', value: [String(agents.noor)] },
        { type: 'set_priority', value: [priority('Low')] },
      ],
      visibility: 'user',
      user_id: String(agents.noor),
      visible_when: ['replying', 'starting_conversation'],
    },
  ]
  for (const values of macros)
    await createMacro(tx, { team_id: null, user_id: null, message_content: '', ...values } as z.output<
      typeof MacroWrite
    >) // same result as parsing with the schema
}

async function idsByName(tx: Tx, table: 'priorities' | 'statuses') {
  const rows = await tx.db.selectFrom(table).select(['id', 'name']).execute()
  return (name: string) => String(rows.find((row) => row.name === name)?.id)
}
