import type { Permission } from '../roles/permissions.ts'

/** The actions a macro can have (docs/spec/wire.md#actions), and the permission each of them needs. */
export const macroActionPermissions = {
  assign_team: 'conversations:update_team_assignee',
  assign_user: 'conversations:update_user_assignee',
  move_inbox: 'conversations:move',
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
 * The actions that applying a macro performs, in this order. Assigning a team removes the agent, so it comes before the agent; resolving
 * assigns an unassigned conversation, so it comes last. A macro's text is sent as its own message, so the two sending actions are only
 * stored for other clients.
 */
export const appliedActionTypes = [
  'assign_team',
  'assign_user',
  'set_priority',
  'set_tags',
  'add_tags',
  'remove_tags',
  'move_inbox',
  'set_status',
] as const satisfies readonly MacroActionType[]

export type AppliedActionType = (typeof appliedActionTypes)[number]

export const isAppliedActionType = (type: string): type is AppliedActionType =>
  appliedActionTypes.some((action_type) => action_type === type)

/** Actions whose value is a single id. The others hold tag names or text. */
export const singleIdActionTypes = [
  'assign_team',
  'assign_user',
  'set_status',
  'set_priority',
  'move_inbox',
] as const

export const takesSingleId = (type: string): type is (typeof singleIdActionTypes)[number] =>
  singleIdActionTypes.some((action_type) => action_type === type)
