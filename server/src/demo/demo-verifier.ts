import type { SenderVerifier } from '../sender-auth/sender-verifier.ts'

/** Sample domains do not exist in DNS, so their mail counts as verified, except mail from mallory@. */
export const demoVerifier: SenderVerifier = {
  async verify({ raw, mail_from }) {
    const [, domain = ''] = /^From:.*@([^\s>]+)/im.exec(Buffer.from(raw).toString('latin1')) ?? []
    const isForged = mail_from?.startsWith('mallory@') ?? false
    return {
      verdict: isForged ? 'fail' : 'pass',
      reason: isForged ? 'not_proven' : 'dmarc',
      spf: isForged ? 'fail' : 'pass',
      dkim: isForged ? 'unchecked' : 'pass',
      dmarc: isForged ? 'fail' : 'pass',
      arc: 'unchecked',
      domain,
    }
  },
  async stop() {},
}
