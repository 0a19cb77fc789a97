import { domainToUnicode } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { registrableDomain } from '../../../sender-auth/verdict.ts'

/** How many domains with a similar start, and how many with a similar end, are compared. */
const maxCompared = 2_000

/** Finds a domain of ours, or an earlier domain of contacts, that this one can be mistaken for. */
export async function findLookalikeDomain(
  db: Db,
  domain: string,
  ownDomains: readonly string[],
): Promise<string | null> {
  if (ownDomains.some((ownDomain) => isSameDomain(ownDomain, domain))) return null
  const ownMatch = ownDomains.find(
    (ownDomain) => isLookalike(domain, ownDomain) || hasSameNameOtherSuffix(domain, ownDomain),
  )
  if (ownMatch) return ownMatch
  const { rows } = await similarDomains(domain).execute(db)
  return (
    rows.find((row) => !isSameDomain(row.domain, domain) && isLookalike(domain, row.domain))?.domain ?? null
  )
}

/**
 * Domains of contacts that share this one's beginning or end and are older, the oldest first. Each step of the recursion goes to the next
 * domain in the index, however many addresses a domain has.
 */
export function similarDomains(domain: string) {
  const half = Math.floor(domain.length / 2)
  const of_address = sql`split_part(address, '@', 2)`
  // Compared with the index by value rather than `like`, whose pattern would have to be known when the statement is planned.
  const next = (key: typeof of_address, after: typeof of_address) => sql`
    select ${key} as key from contact_addresses where ${key} ${after} order by ${key} using ~<~ limit 1`
  const domains = (key: typeof of_address, start: string) => sql`
    select key from (${next(key, sql`~>=~ ${start}`)}) as first where starts_with(key, ${start})
    union all
    select following.key from found cross join lateral (${next(key, sql`~>~ found.key`)}) as following
    where starts_with(following.key, ${start})`
  const reversed = sql`reverse(${of_address})`
  return sql<{ domain: string }>`${prepared}
    with similar_start as (
      with recursive found as (${domains(of_address, domain.slice(0, half - 1))})
      select key as domain from found limit ${sql.lit(maxCompared)}
    ), similar_end as (
      with recursive found as (${domains(reversed, reverseText(domain.slice(half + 1)))})
      select reverse(key) as domain from found limit ${sql.lit(maxCompared)}
    ), near as (
      select domain, (select min(created_at) from contact_addresses where ${of_address} = domain) as since
      from (select domain from similar_start union select domain from similar_end) as found
      where domain <> ${domain} and abs(length(domain) - ${domain.length}) <= 4
    )
    select domain from near
    where since < coalesce((select min(created_at) from contact_addresses where ${of_address} = ${domain}), 'infinity')
    order by since`
}

const isSameDomain = (one: string, other: string) => registrableDomain(one) === registrableDomain(other)

/** Whether a reader can mistake one domain for the other: they look the same or differ by one typo. */
export function isLookalike(one: string, other: string): boolean {
  const [a, b] = [registrableDomain(one), registrableDomain(other)]
  if (a === b) return false
  if (skeleton(a) === skeleton(b)) return true
  const [name, otherName] = [firstLabel(a), firstLabel(b)]
  // Short names differ by one letter by chance; so do names under different suffixes.
  return (
    a.slice(name.length) === b.slice(otherName.length) && name.length >= 5 && isOneEditApart(name, otherName)
  )
}

/** acme.co for acme.com. Only for our own domains, because many companies have several. */
const hasSameNameOtherSuffix = (one: string, own: string) => {
  const [a, b] = [registrableDomain(one), registrableDomain(own)]
  return a !== b && firstLabel(a).length >= 4 && firstLabel(a) === firstLabel(b)
}

const firstLabel = (domain: string) => domain.split('.')[0] ?? ''

/** Latin, Cyrillic and Greek letters that look alike, after Unicode TR 39. */
const confusables: Record<string, string> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '5': 's', '8': 'b', i: 'l', ı: 'l', '|': 'l' },
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    ѕ: 's',
    і: 'l',
    ј: 'j',
    ԁ: 'd',
    һ: 'h',
    ӏ: 'l',
    в: 'b',
    к: 'k',
    м: 'm',
    н: 'h',
    т: 't',
    г: 'r',
  },
  ...{ α: 'a', ο: 'o', ρ: 'p', ν: 'v', ι: 'l', κ: 'k', τ: 't', υ: 'u', χ: 'x', ε: 'e', η: 'n' },
}

function skeleton(domain: string): string {
  const letters = [...domainToUnicode(domain).normalize('NFKD').replace(/\p{M}/gu, '')]
  return letters
    .map((letter) => confusables[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('-', '')
}

/** One letter added, removed or replaced, or two adjacent letters swapped. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA === reverseText(restB)
}

const reverseText = (text: string) => [...text].reverse().join('')
