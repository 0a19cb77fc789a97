import type { Permission } from '../roles/permissions.ts'

/** What a macro may hold (api-contract 6.6), and the right that doing it takes. */
export const macroActionPermissions = {
  assign_team: 'conversations:update_team_assignee',
  assign_user: 'conversations:update_user_assignee',
  set_status: 'conversations:update_status',
  set_priority: 'conversations:update_priority',
  add_tags: 'conversations:update_tags',
  set_tags: 'conversations:update_tags',
  remove_tags: 'conversations:update_tags',
  send_private_note: 'messages:write',
  send_reply: 'messages:write',
} as const satisfies Record<string, Permission>

export type MacroActionType = keyof typeof macroActionPermissions

export const isMacroActionType = (type: string): type is MacroActionType =>
  Object.hasOwn(macroActionPermissions, type)

/**
 * What applying a macro does, in this order: a team takes the agent off, so it comes before the agent, and resolving assigns what nobody
 * has, so it comes last. A macro's text is sent as a message of its own, so the two that send are stored for other clients, but never done.
 */
export const appliedActionTypes = [
  'assign_team',
  'assign_user',
  'set_priority',
  'set_tags',
  'add_tags',
  'remove_tags',
  'set_status',
] as const satisfies readonly MacroActionType[]

export type AppliedActionType = (typeof appliedActionTypes)[number]

export const isAppliedActionType = (type: string): type is AppliedActionType =>
  appliedActionTypes.some((one) => one === type)

/** Actions whose value is one id; the others hold names of tags or a text. */
export const singleIdActionTypes = ['assign_team', 'assign_user', 'set_status', 'set_priority'] as const

export const takesSingleId = (type: string): type is (typeof singleIdActionTypes)[number] =>
  singleIdActionTypes.some((one) => one === type)
