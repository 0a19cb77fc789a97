import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'

/** Results of checking a mail's From domain, before the conversation that it joins is known. */
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

/** Whether repeating the check may give another result. */
export const isTemporary = ({ verdict, reason }: Pick<SenderChecks, 'verdict' | 'reason'>): boolean =>
  verdict === 'unchecked' && reason === 'dns_failed'
