import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import { checkMailHost, mailLookup } from '../../http/outbound/connect-mail-server.ts'
import type { WithAccessToken } from '../../mail-servers/access-token.ts'
import { CheckError } from './explain-check.ts'

/** Signs in to a mailbox, checks the folder without changing anything, and disconnects. Throws imapflow's error. */
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
  // Errors are thrown by the pending call; without a listener they would also end the process.
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
    // An empty response says nothing about the mailbox: the connection ended, or the server omitted the number.
    if (!client.usable) throw new Error('The mail server closed the connection')
    if (!status || status.messages === undefined)
      throw new CheckError(`${server.host} didn’t report the number of messages in “${server.mailbox}” holds`)
    await client.logout()
    return {
      answer: `Signed in as ${server.username}. ${server.mailbox} contains ${status.messages} ${status.messages === 1 ? 'email' : 'emails'}`,
      greeting: readGreeting(client),
    }
  } finally {
    client.close()
  }
}

/** The text of the greeting; its capabilities are only for programs. */
const readGreeting = (client: object): string | null => {
  const { greeting } = client as { greeting?: unknown } // imapflow sets it without declaring it
  return typeof greeting === 'string' && greeting ? `* OK ${greeting.slice(0, 300)}` : null
}
