import { firstGraphemes } from './graphemes.ts'

type Named = { first_name: string; last_name?: string | null }

export const fullName = ({ first_name, last_name }: Named): string =>
  `${first_name} ${last_name ?? ''}`.trim()

/** First letters of first and last name: AB for the agent Ada Byron. */
export const initials = ({ first_name, last_name }: Named): string =>
  [first_name, last_name ?? ''].map((name) => firstLetters(name, 1)).join('')

/** First two letters of the first name: AD for the contact Ada Byron. */
export const contactInitials = ({ first_name }: Named): string => firstLetters(first_name, 2)

/** Initials of an agent or a contact. */
export const personInitials = (person: Named & { type: 'agent' | 'contact' }): string =>
  person.type === 'contact' ? contactInitials(person) : initials(person)

const firstLetters = (name: string, count: number): string => firstGraphemes(name.trim(), count).toUpperCase()
