import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import { checkMailHost, mailLookup } from '../../http/outbound/connect-mail-server.ts'
import { CheckError } from './explain-check.ts'
import type { WithAccessToken } from './oauth/access-token.ts'

/** Signs in to a mailbox, looks at the folder without changing anything, and leaves. Throws imapflow's error. */
export async function checkImapServer(
  server: WithAccessToken<ImapConfig>,
  timeout_ms: number,
): Promise<{ answer: string; greeting: string | null }> {
  const { ImapFlow } = await import('imapflow')
  checkMailHost(server.host)
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.tls_type === 'tls',
    doSTARTTLS: server.tls_type === 'starttls',
    tls: { rejectUnauthorized: !server.tls_skip_verify, ...mailLookup },
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
    const status = await client
      .status(server.mailbox, { messages: true })
      .catch((error: Error & { responseText?: string }) => {
        if (!client.usable) throw error
        throw new CheckError(
          `There’s no mailbox named “${server.mailbox}” on ${server.host}, or it can’t be opened`,
          error.responseText ?? error.message,
        )
      })
    // An empty answer says nothing about the mailbox: the connection ended, or the server left the number out.
    if (!client.usable) throw new Error('The mail server closed the connection')
    if (!status || status.messages === undefined)
      throw new CheckError(`${server.host} did not say what “${server.mailbox}” holds`)
    await client.logout()
    return {
      answer: `Signed in as ${server.username}. ${server.mailbox} holds ${status.messages} mails`,
      greeting: readGreeting(client),
    }
  } finally {
    client.close()
  }
}

/** The words of the greeting; its capabilities are for programs. */
const readGreeting = (client: object): string | null => {
  const { greeting } = client as { greeting?: unknown } // imapflow keeps it, and declares it nowhere
  return typeof greeting === 'string' && greeting ? `* OK ${greeting.slice(0, 300)}` : null
}
