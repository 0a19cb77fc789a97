import type { Finding } from '@parley/contract/system/system-findings'
import type { ResolveDns } from '../../../../sender-auth/dns-resolver.ts'
import { error, ok, warning } from '../check.ts'
import { listTexts } from '../dns-records.ts'

/** DNS has no list of a domain's selectors. These are the ones that providers and mail servers use. */
const commonSelectors = [
  ...[
    'google',
    'selector1',
    'selector2',
    'default',
    'dkim',
    'mail',
    'email',
    'smtp',
    'k1',
    'k2',
    'k3',
    's1',
    's2',
  ],
  ...['fm1', 'fm2', 'fm3', 'zoho', 'zmail', 'sig1', 'pm', 'mx', 'key1', 'mandrill', 'mailjet'],
]

/** Whether a DKIM key is published under a selector that is known (RFC 6376). */
export async function checkDkim(resolve: ResolveDns, domain: string): Promise<Finding> {
  const answers = await Promise.allSettled(
    commonSelectors.map(async (selector) => ({
      selector,
      record: (await listTexts(resolve, `${selector}._domainkey.${domain}`)).find(isKey),
    })),
  )
  const keys = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const failure = answers.find((answer) => answer.status === 'rejected')
  const valid = keys.find(({ record }) => record && /(?:^|;)\s*p=\s*[A-Za-z0-9+/]/.test(record))
  if (valid) return ok(domain, `DKIM has a key (${valid.selector})`)
  // The key may be under the selector that got no answer.
  if (failure) throw failure.reason
  const published = keys.find(({ record }) => record !== undefined)
  if (!published)
    return warning(
      domain,
      'No DKIM key was found under the usual selectors',
      'Turn on DKIM at your email provider. If it is on, the selector just isn’t among those that this check knows',
    )
  return error(
    domain,
    `The DKIM key ${published.selector} was revoked`,
    'Turn on DKIM at your email provider again, and publish the new key',
  )
}

/** The version may be left out. Names below a wildcard have whatever record that has, such as one of DMARC. */
const isKey = (text: string) =>
  /^\s*v\s*=/i.test(text) ? /^\s*v\s*=\s*DKIM1/i.test(text) : /(?:^|;)\s*p=/.test(text)
