import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParam, idParams, instant, nonEmptyLine } from '../shared/fields.ts'

/** Where a macro is offered: in a reply, in a new conversation, in a note. */
export const macroPlaces = ['replying', 'starting_conversation', 'adding_private_note'] as const
export const MacroPlace = z.enum(macroPlaces)
export type MacroPlace = z.infer<typeof MacroPlace>

export const macroVisibilities = ['all', 'team', 'user'] as const

/** Ids are strings; tags are given by name. `display_value` is the name of what an id refers to, and empty if it was deleted (docs/spec/wire.md#actions). */
export const MacroAction = z.object({
  type: z.string(),
  value: z.array(z.string()),
  display_value: z.array(z.string()),
})
export type MacroAction = z.infer<typeof MacroAction>

/** A prepared reply, with actions to apply along with it (docs/spec/wire.md#macros). */
export const Macro = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  actions: z.array(MacroAction),
  visibility: z.enum(macroVisibilities),
  visible_when: z.array(MacroPlace),
  /** HTML with Liquid. Variables are filled in when it is inserted, never when it is sent. */
  message_content: z.string(),
  user_id: z.string().nullable(),
  team_id: z.string().nullable(),
  usage_count: z.int(),
  /** When the reader last used it. */
  last_used_at: instant.nullable(),
})
export type Macro = z.infer<typeof Macro>

const ownerId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'An id must be a string of digits, or null')
  .nullish()
  .transform((value) => value ?? null)

const action = z.object({
  type: z.string(),
  value: z.array(z.string().min(1, 'This cannot be empty')).max(100, 'An action can have at most 100 values'),
})

export const MacroWrite = z.object({
  name: nonEmptyLine(140),
  message_content: z.string().max(5000).default(''),
  actions: z.array(action.extend({ value: action.shape.value.min(1, 'Choose what this action sets') })),
  visibility: z.enum(macroVisibilities),
  visible_when: z.array(MacroPlace).min(1, 'Choose where this macro is available'),
  /** Only stored for the visibility "team". */
  team_id: ownerId,
  /** Only stored for the visibility "user". Defaults to the author. */
  user_id: ownerId,
})

/** A macro selected for a message, with the actions that the agent kept: none if only its text was used. */
export const ChosenMacro = z.object({ id, actions: z.array(action).max(20) })
export type ChosenMacro = z.infer<typeof ChosenMacro>

/** The same with display names, as they were when it was selected. */
export const NamedMacro = z.object({ id, name: z.string(), actions: z.array(MacroAction) })
export type NamedMacro = z.infer<typeof NamedMacro>

/** Which actions of a macro were applied and which were not, as a message. */
export const MacroApplied = z.object({
  message: z.string(),
  applied: z.array(z.string()),
  failed: z.array(z.object({ type: z.string(), message: z.string() })),
})
export type MacroApplied = z.infer<typeof MacroApplied>

const tag = 'macros'
export const listMacros = endpoint({
  method: 'GET',
  path: '/api/v1/macros',
  access: 'agent',
  summary: 'List the macros you can use; all of them with macros:manage',
  tag,
  response: z.array(Macro),
})
export const getMacro = endpoint({
  method: 'GET',
  path: '/api/v1/macros/:id',
  access: 'macros:manage',
  summary: 'Get a macro',
  tag,
  params: idParams,
  response: Macro,
})
export const createMacro = endpoint({
  method: 'POST',
  path: '/api/v1/macros',
  access: 'macros:manage',
  summary: 'Create a macro',
  tag,
  body: MacroWrite,
  response: Macro,
})
export const MacroChanges = changesTo(MacroWrite)
export const updateMacro = endpoint({
  method: 'PUT',
  path: '/api/v1/macros/:id',
  access: 'macros:manage',
  summary: 'Change a macro',
  tag,
  params: idParams,
  body: MacroChanges,
  response: Macro,
})
export const deleteMacro = endpoint({
  method: 'DELETE',
  path: '/api/v1/macros/:id',
  access: 'macros:manage',
  summary: 'Delete a macro, without undoing what it did',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const applyMacro = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/macros/:id/apply',
  access: 'agent',
  summary: 'Apply actions of a macro and count its use; 207 when only some succeeded',
  tag,
  params: z.object({ uuid: z.uuid(), id: idParam }),
  /** The actions that the agent kept. A macro used only for its text goes with the message; there is nothing to apply. */
  body: ChosenMacro.shape.actions.min(1, 'Choose at least one action'),
  response: MacroApplied,
  has_message: true,
  other_statuses: { 207: 'Only some of the actions succeeded; `failed` lists the others and why' },
})
