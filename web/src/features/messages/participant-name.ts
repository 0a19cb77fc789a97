import type { Conversation } from '@parley/contract/conversations/conversations'
import { isOwnAddress } from '@parley/contract/messages/recipients'
import { fullName } from '../../format/names.ts'

export type NameContext = {
  contact: Conversation['contact']
  inbox_name: string
  inbox_addresses: readonly string[]
}

/** The display name of an address: the inbox and the contact by name, everyone else by address. */
export function participantName(
  address: string,
  { contact, inbox_name, inbox_addresses }: NameContext,
): string {
  const normalised = address.trim().toLowerCase()
  if (isOwnAddress(normalised, inbox_addresses)) return inbox_name
  if (contact.email?.toLowerCase() === normalised) return fullName(contact) || address
  return address
}
