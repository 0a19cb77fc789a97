import { ConversationCreate } from '@parley/contract/conversations/conversation-verbs'

/** Form values, validated by the contract's schema. Ids are null while nothing is selected. */
export type NewConversationFields = {
  contact_email: string
  first_name: string
  last_name: string
  subject: string
  content: string
  inbox_id: number | null
  team_id: number | null
  agent_id: number | null
}

export const emptyFields: NewConversationFields = {
  contact_email: '',
  first_name: '',
  last_name: '',
  subject: '',
  content: '',
  inbox_id: null,
  team_id: null,
  agent_id: null,
}

const textFields = ['contact_email', 'first_name', 'last_name', 'subject'] as const
const idFields = ['inbox_id', 'team_id', 'agent_id'] as const

/** For a draft, which stores only strings; empty values are skipped. */
export function toDraftFields(fields: NewConversationFields): Record<string, string> {
  const draftFields: Record<string, string> = {}
  for (const name of textFields) if (fields[name]) draftFields[name] = fields[name]
  for (const name of idFields) if (fields[name] !== null) draftFields[name] = String(fields[name])
  return draftFields
}

export function fromDraftFields(
  draftFields: Record<string, string | string[]>,
  content: string,
): NewConversationFields {
  const fields = { ...emptyFields, content }
  for (const name of textFields) {
    const value = draftFields[name]
    if (typeof value === 'string') fields[name] = value
  }
  for (const name of idFields) fields[name] = Number(draftFields[name]) || null
  return fields
}

export type FieldName = keyof NewConversationFields

/** The fields that the contract's schema rejects. The form has its own messages. */
export function invalidFields(fields: NewConversationFields): FieldName[] {
  const result = ConversationCreate.safeParse({ ...fields, attachments: [] })
  if (result.success) return []
  const fieldNames = new Set(Object.keys(emptyFields))
  const names = result.error.issues
    .map((issue) => String(issue.path[0]))
    .filter((name) => fieldNames.has(name))
  // Only field names remain.
  return [...new Set(names)] as FieldName[]
}
