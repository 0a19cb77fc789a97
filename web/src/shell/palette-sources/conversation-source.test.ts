import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { expect, test } from 'vitest'
import { searchRows } from './conversation-source.ts'

const row = (reference_number: string, first_name: string, subject: string) =>
  ({
    uuid: reference_number,
    reference_number,
    subject,
    contact: { first_name, last_name: 'Brandt', email: `${first_name.toLowerCase()}@brandt.example` },
  }) as ConversationListItem // the fields that the palette reads

const rows = [
  row('1042', 'Ada', 'Charged twice'),
  row('104', 'Goran', 'Parcel delayed'),
  row('7', 'Ada', 'Lamp'),
]

test.each([
  ['#104', ['104', '1042']],
  ['1042', ['1042']],
  ['#9', []],
  ['ada', ['7', '1042']],
  ['ada twice', ['1042']],
  ['goran@brandt', ['104']],
  ['parcle', ['104']],
  ['a', []],
])('%s finds the conversations %j', (typed, numbers) => {
  expect(searchRows(typed, rows).map((one) => one.reference_number)).toEqual(numbers)
})
