import type { SmtpConfig } from '@parley/contract/inboxes/inboxes'
import type { ComposedMail } from '@parley/mail/compose/compose-mail'
import type { Transporter } from 'nodemailer'
import type { Options, SentMessageInfo } from 'nodemailer/lib/smtp-pool'
import { parseGoDuration } from '../go-duration.ts'
import { connectToMailServer } from '../http/outbound/connect-mail-server.ts'
import type { WithAccessToken } from './access-token.ts'

/** Milliseconds: for connecting and the greeting, and for each silence after that. */
export type SmtpTimeouts = { connect: number; silence: number }
/** `ehlo` is the host name for EHLO, unless the inbox sets its own. */
export type SmtpClient = SmtpTimeouts & { ehlo: string }

/** Servers may scan a mail for a long time before accepting it (RFC 5321 section 4.5.3.2.6). */
export const sendingTimeouts: SmtpTimeouts = { connect: 20_000, silence: 180_000 }

const authMethods: Partial<Record<SmtpConfig['auth_protocol'], string>> = {
  login: 'LOGIN',
  plain: 'PLAIN',
  cram: 'CRAM-MD5',
}

/** Connection options for an inbox's server, with the decrypted password. */
export function smtpOptions(config: WithAccessToken<SmtpConfig>, client: SmtpClient): Options {
  const { auth_protocol, tls_type } = config
  const signsIn = auth_protocol !== 'none' && config.username !== ''
  return {
    pool: true,
    host: config.host,
    port: config.port,
    secure: tls_type === 'tls',
    ignoreTLS: tls_type === 'none',
    requireTLS: tls_type === 'starttls',
    tls: { rejectUnauthorized: !config.tls_skip_verify },
    // Otherwise nodemailer uses the name of this machine.
    name: config.hello_hostname || client.ehlo,
    ...(signsIn && {
      auth: config.access_token
        ? { type: 'OAuth2', user: config.username, accessToken: config.access_token }
        : { user: config.username, pass: config.password },
      ...(authMethods[auth_protocol] && { authMethod: authMethods[auth_protocol] }),
      // Otherwise a server that offers no authentication is used without it and fails later with a confusing error.
      forceAuth: true,
    }),
    connectionTimeout: client.connect,
    greetingTimeout: client.connect,
    getSocket: connectToMailServer,
    socketTimeout: client.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Sends one mail over its own connection and returns the server's response. */
export async function sendWithoutPool(
  config: WithAccessToken<SmtpConfig>,
  mail: ComposedMail,
  client: SmtpClient,
): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...smtpOptions(config, client), pool: undefined })
  try {
    return (await transport.sendMail({ raw: mail.raw, envelope: mail.envelope })).response
  } finally {
    transport.close()
  }
}

/** Pooled connections to mail servers: closed when idle, replaced when their settings change. */
export type SmtpPools = {
  send(key: string, config: WithAccessToken<SmtpConfig>, mail: ComposedMail): Promise<SentMessageInfo>
  close(): void
}

const defaultIdleMs = 25_000

export function createSmtpPools(client: SmtpClient): SmtpPools {
  const pools = new Map<
    string,
    { settings: string; transport: Promise<Transporter<SentMessageInfo, Options>> }
  >()
  const openTransport = (config: WithAccessToken<SmtpConfig>) =>
    import('nodemailer').then(
      ({ createTransport }) =>
        createTransport({
          ...smtpOptions(config, client),
          maxConnections: config.max_conns,
          idleTimeout: parseGoDuration(config.idle_timeout) || defaultIdleMs,
          // A mail whose connection broke may have arrived. We decide when to retry, with the same Message-ID.
          maxRequeues: 0,
        } as Options), // @types/nodemailer lacks idleTimeout and maxRequeues
    )
  return {
    async send(key, config, mail) {
      const settings = JSON.stringify(config)
      let pool = pools.get(key)
      if (pool?.settings !== settings) {
        void pool?.transport.then((transport) => transport.close())
        pool = { settings, transport: openTransport(config) }
        pools.set(key, pool)
      }
      return (await pool.transport).sendMail({ raw: mail.raw, envelope: mail.envelope })
    },
    close() {
      for (const { transport } of pools.values()) void transport.then((connection) => connection.close())
      pools.clear()
    },
  }
}
