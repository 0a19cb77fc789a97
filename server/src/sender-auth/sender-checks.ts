import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'

/** What checking a mail says about its From domain, before anything is known about the conversation it joins. */
export type SenderChecks = Pick<
  SenderAuthentication,
  'verdict' | 'reason' | 'spf' | 'dkim' | 'dmarc' | 'arc' | 'domain'
>

export const unchecked = (reason: SenderChecks['reason'], domain = ''): SenderChecks => ({
  verdict: 'unchecked',
  reason,
  spf: 'unchecked',
  dkim: 'unchecked',
  dmarc: 'unchecked',
  arc: 'unchecked',
  domain,
})

/** A check that may end differently when it is repeated. */
export const isTemporary = ({ verdict, reason }: Pick<SenderChecks, 'verdict' | 'reason'>): boolean =>
  verdict === 'unchecked' && reason === 'dns_failed'
