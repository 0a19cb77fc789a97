import { type Macro, MacroWrite } from '@parley/contract/macros'
import type { z } from 'zod'

export const macroSchema = MacroWrite
export type MacroFields = z.input<typeof MacroWrite>
export type ActionFields = MacroFields['actions'][number]

export const MACROS = '/admin/conversations/macros'
export const macroPath = (id: number) => `${MACROS}/${id}/edit`

export const newMacro: MacroFields = {
  name: '',
  message_content: '',
  actions: [],
  visibility: 'all',
  visible_when: ['replying'],
  team_id: null,
  user_id: null,
}

/** What the form holds of a macro. */
export const fieldsOf = (macro: Macro): MacroFields => ({
  name: macro.name,
  message_content: macro.message_content,
  // A tag that is gone leaves an action without a value, which could not be saved.
  actions: macro.actions.filter(({ value }) => value.length > 0).map(({ type, value }) => ({ type, value })),
  visibility: macro.visibility,
  visible_when: macro.visible_when,
  team_id: macro.team_id,
  user_id: macro.user_id,
})
