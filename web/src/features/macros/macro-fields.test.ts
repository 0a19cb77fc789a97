import type { Macro } from '@parley/contract/macros/macros'
import { expect, test } from 'vitest'
import { fieldsOf, macroSchema, newMacro } from './macro-fields.ts'

test('an action whose tags were all deleted is left out, because it could not be saved', () => {
  const macro = {
    ...newMacro,
    id: 1,
    name: 'Refund',
    actions: [
      { type: 'add_tags', value: [], display_value: [] },
      { type: 'set_status', value: ['1'], display_value: ['Open'] },
    ],
  } as unknown as Macro
  expect(fieldsOf(macro)).toEqual({
    ...newMacro,
    name: 'Refund',
    actions: [{ type: 'set_status', value: ['1'] }],
  })
})

test('a macro needs a text or an action', () => {
  const schema = macroSchema(((key: string) => key) as never) // the text is the key
  const empty = { ...newMacro, name: 'Refund' }
  expect(schema.safeParse(empty).error?.issues).toMatchObject([
    { path: ['message_content'], message: 'macros.refusal.empty' },
  ])
  expect(schema.safeParse({ ...empty, message_content: '<p>Sorry</p>' }).success).toBe(true)
  expect(schema.safeParse({ ...empty, actions: [{ type: 'set_status', value: ['1'] }] }).success).toBe(true)
})
