import { type Macro, MacroWrite } from '@parley/contract/macros/macros'
import type { TFunction } from 'i18next'
import type { z } from 'zod'

/** Stricter than the contract: a macro with neither text nor actions would never be offered (macro-availability.ts). */
export const macroSchema = (t: TFunction) =>
  MacroWrite.refine(({ message_content, actions }) => actions.length > 0 || message_content !== '', {
    path: ['message_content'],
    message: t('macros.refusal.empty'),
  })
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

/** The form fields of a macro. */
export const fieldsOf = (macro: Macro): MacroFields => ({
  name: macro.name,
  message_content: macro.message_content,
  // A deleted tag leaves an action without a value, which can't be saved.
  actions: macro.actions.filter(({ value }) => value.length > 0).map(({ type, value }) => ({ type, value })),
  visibility: macro.visibility,
  visible_when: macro.visible_when,
  team_id: macro.team_id,
  user_id: macro.user_id,
})
