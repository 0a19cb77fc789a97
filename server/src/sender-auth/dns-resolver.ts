import { Resolver } from 'node:dns/promises'

/** Resolves a DNS query like `dns.resolve`; throws errors with its codes. */
export type ResolveDns = (name: string, type: string) => Promise<string[] | string[][]>

const maxCacheEntries = 5_000
const answerTtlMs = 5 * 60_000
const noAnswerTtlMs = 60_000
/** Broken domains fail as well, and need no new resolver each time. */
const renewalIntervalMs = 30_000

/**
 * A resolver for the system's DNS servers with a cache: a mailbox full of one sender's mail asks the same query again
 * and again.
 */
export const createSystemResolver = (): ResolveDns => {
  const resolve = withRenewal(() => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    return (name, type) => resolver.resolve(name, type) as ReturnType<ResolveDns> // type depends on the record: TXT, A, AAAA, MX, PTR, CNAME
  })
  return withDnsCache(async (name, type) => {
    if (isReservedName(name)) throw Object.assign(new Error(`There is no ${name}`), { code: 'ENOTFOUND' })
    return resolve(name, type)
  })
}

/**
 * A resolver reads the system's DNS servers once, when it is created, and they can change, such as with DHCP. So a query that fails
 * is repeated with a new one.
 */
export function withRenewal(create: () => ResolveDns, now: () => number = Date.now): ResolveDns {
  let resolve = create()
  let renewedAt = Number.NEGATIVE_INFINITY
  return async (name, type) => {
    const used = resolve
    try {
      return await used(name, type)
    } catch (error) {
      if (isNotFoundError(error as { code?: string })) throw error
      if (resolve === used) {
        if (now() - renewedAt < renewalIntervalMs) throw error
        renewedAt = now()
        resolve = create()
      }
      return resolve(name, type)
    }
  }
}

/** Names that never exist in public DNS (RFC 6761); querying them only takes time. */
const isReservedName = (name: string) => /(?:^|\.)(?:test|invalid|localhost)\.?$/i.test(name)

export function withDnsCache(resolve: ResolveDns, now: () => number = Date.now): ResolveDns {
  const answers = new Map<string, { answer: ReturnType<ResolveDns>; until: number }>()
  return (name, type) => {
    const key = `${type} ${name.toLowerCase()}`
    const cachedEntry = answers.get(key)
    if (cachedEntry && cachedEntry.until > now()) return cachedEntry.answer
    const answer = resolve(name, type)
    const entry = { answer, until: now() + answerTtlMs }
    answers.delete(key)
    answers.set(key, entry)
    const [oldest] = answers.keys()
    if (answers.size > maxCacheEntries && oldest !== undefined) answers.delete(oldest)
    answer.catch((error: { code?: string }) => {
      if (isNotFoundError(error)) entry.until = now() + noAnswerTtlMs
      else if (answers.get(key) === entry) answers.delete(key)
    })
    return answer
  }
}

const isNotFoundError = ({ code }: { code?: string }) => code === 'ENOTFOUND' || code === 'ENODATA'
