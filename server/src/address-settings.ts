import { z } from 'zod'
import { createRangeMatcher } from './http/ip-addresses.ts'

/** Settings that are addresses of something. */

/** Addresses and ranges inside the operator's network. */
export const addressRanges = z
  .string()
  .refine(
    areAddressRanges,
    'must be a comma-separated list of addresses or ranges, such as 10.1.0.0/16,192.168.1.20',
  )
  .transform((text): readonly string[] => splitList(text))

export const postgresUrl = z
  .string()
  .refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/database')

/** Parts between commas, without empty ones. */
export const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function isHostName(text: string) {
  return text.length <= 253 && /^(?!-)[a-z0-9-]+(?<!-)(?:\.(?!-)[a-z0-9-]+(?<!-))+$/.test(text)
}

function areAddressRanges(text: string) {
  try {
    createRangeMatcher(splitList(text))
    return true
  } catch {
    return false
  }
}

export function isRootUrl(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}

export function isWebAddress(text: string) {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isPostgresUrl(text: string) {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}
