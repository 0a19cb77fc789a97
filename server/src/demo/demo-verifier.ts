import type { SenderVerifier } from '../sender-auth/sender-verifier.ts'

/** The people of the sample workspace have no domains: their mail counts as verified, and that of mallory@ does not. */
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
