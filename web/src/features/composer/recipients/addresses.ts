import { emailAddress } from '@parley/contract/shared/fields'

/**
 * Parses addresses as people type and paste them: `Ada Byron <ada@acme.test>, goran@acme.test; …`. Names are dropped;
 * invalid addresses are kept as typed.
 */
export function readAddresses(text: string): string[] {
  return (text.match(addressPattern) ?? [])
    .flatMap((part) => (part.includes('<') ? (/<([^<>]*)>/.exec(part)?.[1] ?? part) : part.split(/\s+/)))
    .map((part) => part.trim().replace(/^mailto:/i, ''))
    .filter((part) => part !== '')
    .map((part) => emailAddress.safeParse(part).data ?? part)
}

/** Separators inside quotes belong to a name. */
const addressPattern = /(?:"[^"]*"|<[^<>]*>|[^,;\n\t])+/g

export const isAddress = (text: string): boolean => emailAddress.safeParse(text).success

/** Skips addresses that are already present, ignoring case. */
export function addAddresses(present: readonly string[], added: readonly string[]): string[] {
  const seen = new Set(present.map((one) => one.toLowerCase()))
  return [
    ...present,
    ...added.filter((one) => {
      const isNew = !seen.has(one.toLowerCase())
      seen.add(one.toLowerCase())
      return isNew
    }),
  ]
}
