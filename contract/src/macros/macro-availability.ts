import {
  type AppliedActionType,
  isAppliedActionType,
  macroActionPermissions,
  takesSingleId,
} from './macro-actions.ts'
import type { Macro, MacroAction, MacroPlace } from './macros.ts'

/** An agent, with the teams and permissions that decide what they can do with a macro. */
export type MacroUser = { id: number; team_ids: readonly number[]; permissions: ReadonlySet<string> }

/** Whether the agent can see this macro: it is shared with everyone, with one of their teams, or their own. */
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

/**
 * The macro as this agent can use it in that place, without actions they lack permission for or whose object was deleted. Null if they
 * cannot use it or nothing is left.
 */
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
