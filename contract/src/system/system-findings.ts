import { z } from 'zod'
import { instant } from '../shared/fields.ts'

export const findingStates = ['ok', 'warning', 'error'] as const
export type FindingState = (typeof findingStates)[number]

/** One thing that was checked. */
export const Finding = z.object({
  state: z.enum(findingStates),
  /** What it is about, such as a domain, a host or a folder; "" for the whole check. */
  subject: z.string(),
  /** What was found, as a sentence for administrators. */
  message: z.string(),
  /** What to do; null if nothing. */
  advice: z.string().nullable(),
  /** Of a certificate. */
  expires_at: instant.optional(),
})
export type Finding = z.infer<typeof Finding>

/** The findings of one check. `check` is an open set: later versions may check more. */
export const CheckResult = z.object({
  check: z.string(),
  checked_at: instant,
  /** The machine that checked: another one may see ports, disks and DNS differently. */
  host: z.string(),
  findings: z.array(Finding),
})
export type CheckResult = z.infer<typeof CheckResult>
