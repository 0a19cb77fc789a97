import { type ContactSort, contactSorts } from '@parley/contract/contacts/contact-sorts'
import { z } from 'zod'
import type { ContactListKey } from '../../api/contact-queries.ts'

// Object.keys loses the type of the keys.
const sorts = Object.keys(contactSorts) as [ContactSort, ...ContactSort[]]

/** URL search parameters of the contact list; invalid values are ignored. */
export const ContactSearch = z.object({
  search: z.string().max(200).optional().catch(undefined),
  order: z.enum(sorts).optional().catch(undefined),
  blocked: z.boolean().optional().catch(undefined),
  within: z.number().int().min(1).max(3650).optional().catch(undefined),
  page: z.number().int().min(2).max(200).optional().catch(undefined),
})
export type ContactSearch = z.infer<typeof ContactSearch>

export const toContactListKey = ({
  search,
  order,
  blocked,
  within,
  page,
}: ContactSearch): ContactListKey => ({
  search: search ?? '',
  sort: order ?? 'newest',
  blocked: blocked ?? null,
  within: within ?? null,
  page: page ?? 1,
})

/** The shortest equivalent search parameters. */
export const toContactSearch = ({ search, sort, blocked, within, page }: ContactListKey): ContactSearch => ({
  search: search || undefined,
  order: sort === 'newest' ? undefined : sort,
  blocked: blocked ?? undefined,
  within: within ?? undefined,
  page: page === 1 ? undefined : page,
})
