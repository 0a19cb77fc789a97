import { z } from 'zod'

export const checkResults = ['pass', 'fail', 'unchecked'] as const
export const CheckResult = z.enum(checkResults)
export type CheckResult = z.infer<typeof CheckResult>

/**
 * Why a sender counts as verified or not. Pass: `dmarc`, `dkim`, `spf` (aligned with the From domain) or `arc` (a trusted forwarder vouches).
 * Fail: nothing proves the From domain (`not_proven`), the author is not the one in From (`other_author`), or the mail exceeds the limits of
 * the check (`too_complex`). Unchecked: `dns_failed` (tried again), `not_configured` (the inbox names no authserv-id), `no_results` (its server
 * added none), `not_received_here`.
 */
export const verdictReasons = [
  'dmarc',
  'dkim',
  'spf',
  'arc',
  'not_proven',
  'other_author',
  'too_complex',
  'dns_failed',
  'not_configured',
  'no_results',
  'not_received_here',
] as const

/** What was found out about the sender of an incoming email. */
export const SenderAuthentication = z.object({
  /** Whether the From domain is proven. */
  verdict: CheckResult,
  reason: z.enum(verdictReasons),
  spf: CheckResult,
  dkim: CheckResult,
  dmarc: CheckResult,
  arc: CheckResult,
  /** The domain in From; "" when there is none or more than one. */
  domain: z.string(),
  /** Nobody received an email from this contact before. */
  first_from_sender: z.boolean(),
  /** A domain of yours or of an earlier contact that this one can be mistaken for. */
  looks_like: z.string().nullable(),
  /** Addresses in Reply-To, To and Cc that are new to the conversation. Empty when the sender is verified: only others are held back. */
  new_addresses: z.array(z.string()),
})
export type SenderAuthentication = z.infer<typeof SenderAuthentication>
