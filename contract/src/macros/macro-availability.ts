import {
  type AppliedActionType,
  isAppliedActionType,
  macroActionPermissions,
  takesSingleId,
} from './macro-actions.ts'
import type { Macro, MacroAction, MacroPlace } from './macros.ts'

/** Who asks: an agent with the teams and rights that decide what a macro is to them. */
export type MacroUser = { id: number; team_ids: readonly number[]; permissions: ReadonlySet<string> }

/** Whether a macro is for this agent: everybody's, one of their teams', or their own. */
export function isMacroAvailableTo(
  user: Pick<MacroUser, 'id' | 'team_ids'>,
  macro: Pick<Macro, 'visibility' | 'user_id' | 'team_id'>,
): boolean {
  if (macro.visibility === 'team') return user.team_ids.some((team_id) => String(team_id) === macro.team_id)
  if (macro.visibility === 'user') return macro.user_id === String(user.id)
  return true
}

export type UsableAction = MacroAction & { type: AppliedActionType }
export type UsableMacro = Omit<Macro, 'actions'> & { actions: UsableAction[] }

/** The macro as this agent can use it there: actions that they may not do, or whose object is gone, are left out. Null when it is not for them or nothing is left. */
export function toUsableMacro(user: MacroUser, macro: Macro, place: MacroPlace): UsableMacro | null {
  if (!isMacroAvailableTo(user, macro) || !macro.visible_when.includes(place)) return null
  const actions = macro.actions.filter(
    (action): action is UsableAction =>
      isAppliedActionType(action.type) &&
      user.permissions.has(macroActionPermissions[action.type]) &&
      action.value.length > 0 &&
      !(takesSingleId(action.type) && action.display_value.length === 0),
  )
  return actions.length > 0 || macro.message_content.trim() !== '' ? { ...macro, actions } : null
}
