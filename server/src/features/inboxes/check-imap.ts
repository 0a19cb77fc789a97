import type { ImapConfig } from '@parley/contract/inboxes'
import type { SignedIn } from './oauth/access-token.ts'

/** Signs in to a mailbox, looks at the folder without changing anything, and leaves. Throws imapflow's error. */
export async function checkImap(
  server: SignedIn<ImapConfig>,
  timeout_ms: number,
): Promise<{ answer: string; greeting: string | null }> {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.tls_type === 'tls',
    doSTARTTLS: server.tls_type === 'starttls',
    tls: { rejectUnauthorized: !server.tls_skip_verify },
    auth: server.access_token
      ? { user: server.username, accessToken: server.access_token }
      : { user: server.username, pass: server.password },
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
    logger: false,
  })
  // What goes wrong is thrown by the call that meets it; without a listener it would end the process as well.
  client.on('error', () => {})
  try {
    await client.connect()
    const status = await client.status(server.mailbox, { messages: true })
    if (!status) throw new Error(`There is no mailbox "${server.mailbox}"`)
    await client.logout()
    return {
      answer: `Signed in as ${server.username}. ${server.mailbox} holds ${status.messages ?? 0} mails`,
      greeting: greetingOf(client),
    }
  } finally {
    client.close()
  }
}

/** The words of the greeting; its capabilities are for programs. */
const greetingOf = (client: object): string | null => {
  const { greeting } = client as { greeting?: unknown } // imapflow keeps it, and declares it nowhere
  return typeof greeting === 'string' && greeting ? `* OK ${greeting.slice(0, 300)}` : null
}
