import type { ResolveDns } from '../../../../sender-auth/dns-resolver.ts'
import { listTexts } from '../dns-records.ts'
import { isWithin } from '../mail-providers.ts'

/** RFC 7208 allows so many terms that need a lookup. */
const maxLookups = 10

type Search = { resolve: ResolveDns; name: string; lookups_left: number }

/** Whether an SPF record permits who publishes the record `name`, in it or in what it includes (RFC 7208, 5.2 and 6.1). */
export const permitsProvider = async (
  resolve: ResolveDns,
  { domain, record, name }: { domain: string; record: string; name: string },
): Promise<boolean> =>
  isWithin(domain, [name]) || (await search({ resolve, name, lookups_left: maxLookups }, record)) === true

/** The first term about it decides; null if there is none. */
async function search(state: Search, record: string): Promise<boolean | null> {
  const terms = record.toLowerCase().split(/\s+/).slice(1)
  const end = terms.findIndex((term) => /^[-+~?]?all$/.test(term))
  for (const term of end === -1 ? terms : terms.slice(0, end)) {
    const [, qualifier, target] = /^([-+~?]?)include:(.+)$/.exec(term) ?? []
    if (target === undefined) continue
    const isNamed = isWithin(target, [state.name]) || (await searchIn(state, target)) === true
    if (isNamed) return qualifier !== '-'
  }
  const redirect = terms.find((term) => term.startsWith('redirect='))?.slice('redirect='.length)
  // It only counts without `all`.
  if (redirect === undefined || end !== -1) return null
  return isWithin(redirect, [state.name]) || searchIn(state, redirect)
}

async function searchIn(state: Search, domain: string): Promise<boolean | null> {
  // Macros depend on the email.
  if (state.lookups_left === 0 || domain.includes('%')) return null
  state.lookups_left -= 1
  const record = (await listTexts(state.resolve, domain)).find((text) => /^v=spf1(?: |$)/i.test(text))
  return record === undefined ? null : search(state, record)
}
