import { CustomAttributeWrite } from '@parley/contract/custom-attributes/custom-attribute-writes'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { setContactValues } from '../../features/custom-attributes/set-contact-values.ts'
import { setConversationValues } from '../../features/custom-attributes/set-conversation-values.ts'
import { type AttributeValues, replaceAllValues } from '../../features/custom-attributes/validate-values.ts'
import { createCustomAttribute } from '../../features/custom-attributes/write-custom-attribute.ts'
import { type ContactKey, contacts } from './sample-data.ts'

/** One attribute of each type, for contacts and for conversations. */
const definitions: z.input<typeof CustomAttributeWrite>[] = [
  {
    name: 'Customer type',
    description: 'What kind of customer this is',
    applies_to: 'contact',
    key: 'customer_type',
    data_type: 'list',
    values: ['Private', 'Trade', 'Press'],
  },
  {
    name: 'Shop account',
    description: 'Link to the customer’s shop account',
    applies_to: 'contact',
    key: 'shop_account',
    data_type: 'link',
  },
  {
    name: 'Customer since',
    description: 'Date of the first order',
    applies_to: 'contact',
    key: 'customer_since',
    data_type: 'date',
  },
  {
    name: 'Newsletter',
    description: 'Subscribed to the newsletter',
    applies_to: 'contact',
    key: 'newsletter',
    data_type: 'checkbox',
  },
  {
    name: 'Order number',
    description: 'The order this is about',
    applies_to: 'conversation',
    key: 'order_number',
    data_type: 'text',
    regex: '^\\d{4,6}$',
    regex_hint: 'Enter 4 to 6 digits',
  },
  {
    name: 'Amount (€)',
    description: 'Amount in euros',
    applies_to: 'conversation',
    key: 'amount',
    data_type: 'number',
  },
]

const sampleValues: {
  contact: ContactKey
  contact_values: AttributeValues
  subject?: string
  conversation_values?: AttributeValues
}[] = [
  {
    contact: 'ada',
    contact_values: {
      customer_type: 'Private',
      shop_account: 'https://shop.lumenoak.example/customers/2291',
      customer_since: '2021-11-04',
      newsletter: true,
    },
    subject: 'Charged twice for order 4811',
    conversation_values: { order_number: '4811', amount: 89 },
  },
  {
    contact: 'henrik',
    contact_values: { customer_type: 'Trade', customer_since: '2019-03-18' },
    subject: 'Payment terms for the hotel project',
    conversation_values: { amount: 18400 },
  },
  { contact: 'oscar', contact_values: { customer_type: 'Trade', customer_since: '2023-08-30' } },
  {
    contact: 'jack',
    contact_values: { customer_type: 'Private', newsletter: false },
    subject: 'Please cancel order 4790',
    conversation_values: { order_number: '4790' },
  },
]

/** The definitions an administrator would create, through the normal verb. */
export async function createAttributes(tx: Tx): Promise<void> {
  for (const definition of definitions)
    await createCustomAttribute(tx, CustomAttributeWrite.parse(definition))
}

/** The values an agent would enter after reading the conversations. */
export async function setAttributeValues(tx: Tx): Promise<void> {
  for (const {
    contact,
    contact_values: of_contact,
    subject,
    conversation_values: of_conversation,
  } of sampleValues) {
    const { id } = await tx.db
      .selectFrom('contacts')
      .select('id')
      .where('email', '=', contacts[contact][2])
      .executeTakeFirstOrThrow()
    const c = await tx.db
      .selectFrom('conversations')
      .selectAll()
      .where('contact_id', '=', id)
      .where('subject', '=', subject ?? '')
      .executeTakeFirst()
    await setContactValues(
      tx,
      id,
      (stored) => replaceAllValues(tx, 'contact', stored, of_contact),
      c?.id ?? null,
    )
    if (!c || !of_conversation) continue
    const fresh = await tx.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', c.id)
      .executeTakeFirstOrThrow()
    await setConversationValues(tx, fresh, (stored) =>
      replaceAllValues(tx, 'conversation', stored, of_conversation),
    )
  }
}
