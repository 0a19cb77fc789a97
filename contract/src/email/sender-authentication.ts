import { z } from 'zod'

export const checkResults = ['pass', 'fail', 'unchecked'] as const
export const CheckResult = z.enum(checkResults)
export type CheckResult = z.infer<typeof CheckResult>

/**
 * Why a sender is verified or not. Pass: `dmarc`, `dkim`, `spf` (aligned with the From domain) or `arc` (vouched for by a trusted
 * forwarder). Fail: nothing proves the From domain (`not_proven`), the author differs from From (`other_author`), or the email exceeds the
 * limits of the check (`too_complex`). Unchecked: `dns_failed` (will be retried), `not_configured` (the inbox has no authserv-id),
 * `no_results` (the inbox's server added none), `not_received_here`.
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

/** The result of checking the sender of an incoming email. */
export const SenderAuthentication = z.object({
  /** Whether the From domain is proven. */
  verdict: CheckResult,
  reason: z.enum(verdictReasons),
  spf: CheckResult,
  dkim: CheckResult,
  dmarc: CheckResult,
  arc: CheckResult,
  /** The domain in From; "" if there is none or more than one. */
  domain: z.string(),
  /** No email was received from this contact before. */
  first_from_sender: z.boolean(),
  /** One of your domains, or an earlier contact's, that this domain could be mistaken for. */
  looks_like: z.string().nullable(),
  /** Addresses in Reply-To, To and Cc that are new to the conversation. Empty for a verified sender, whose addresses are trusted. */
  new_addresses: z.array(z.string()),
})
export type SenderAuthentication = z.infer<typeof SenderAuthentication>
