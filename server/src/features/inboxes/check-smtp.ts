import type { SmtpConfig } from '@parley/contract/inboxes/inboxes'
import type { WithAccessToken } from '../../mail-servers/access-token.ts'
import { smtpOptions } from '../../mail-servers/send-smtp.ts'

/** Signs in to an outgoing server and disconnects. Throws nodemailer's error. */
export async function checkSmtpServer(
  server: WithAccessToken<SmtpConfig>,
  { timeout_ms, ehlo }: { timeout_ms: number; ehlo: string },
): Promise<{ answer: string; greeting: string | null }> {
  const { createTransport } = await import('nodemailer')
  const options = smtpOptions(server, { connect: timeout_ms, silence: timeout_ms, ehlo })
  // A single connection: no pool.
  const transport = createTransport({ ...options, pool: undefined })
  try {
    await transport.verify()
    const answer = options.auth ? `Signed in as ${server.username}` : 'Connected. No sign-in is set up'
    return { answer, greeting: null }
  } finally {
    transport.close()
  }
}
