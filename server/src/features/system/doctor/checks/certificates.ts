import type { SmtpConfig } from '@parley/contract/inboxes/inboxes'
import type { Finding } from '@parley/contract/system/system-findings'
import { explainConnectionError } from '../../../../connection-error.ts'
import { type Check, type CheckContext, error, ok, warning } from '../check.ts'
import { judgeExpiry } from '../judge-expiry.ts'
import { isLoopbackHost } from '../loopback.ts'
import { findNotificationServer, listMailRoutes } from '../mail-routes.ts'
import {
  type ProbeCertificate,
  probeImapStartTls,
  probeSmtpStartTls,
  probeTls,
} from '../probe-certificate.ts'
import { checkReceiverCertificate } from './receiver-certificate.ts'

type Server = { host: string; port: number; probe: ProbeCertificate; advice: string }

export const certificatesCheck: Check = {
  name: 'certificates',
  async run({ db, installation, clock }) {
    const now = clock.now()
    const servers = [...listWebServers(installation), ...(await listMailServers(db))]
    const [served, receiver, unverified] = await Promise.all([
      Promise.all(servers.map((server) => checkServer(server, now))),
      checkReceiverCertificate(installation, now),
      listUnverified(db),
    ])
    const findings = [...served, ...receiver, ...unverified]
    return findings.length > 0 ? findings : [ok('', 'No server with a certificate is set up')]
  },
}

function listWebServers({ root_url }: CheckContext['installation']): Server[] {
  const { protocol, hostname, port } = new URL(root_url)
  if (protocol !== 'https:') return []
  const advice = 'Renew the certificate of the reverse proxy in front of Parley'
  return [{ host: hostname, port: Number(port || 443), probe: probeTls, advice }]
}

type MailServer = Pick<SmtpConfig, 'host' | 'port' | 'tls_type' | 'tls_skip_verify'>

/** The servers of inboxes and notifications, each once. */
async function listMailServers(db: CheckContext['db']): Promise<Server[]> {
  const { imap, smtp } = await readMailServers(db)
  const advice =
    'If it is your own server, renew its certificate. Otherwise check the host name in the settings'
  const toServers = (servers: readonly MailServer[], startTls: ProbeCertificate) =>
    servers
      .filter(({ tls_type, tls_skip_verify }) => tls_type !== 'none' && !tls_skip_verify)
      .map(({ host, port, tls_type }) => ({
        ...{ host, port, advice },
        probe: tls_type === 'tls' ? probeTls : startTls,
      }))
  const all = [...toServers(imap, probeImapStartTls), ...toServers(smtp, probeSmtpStartTls)]
  return [...new Map(all.map((server) => [subjectOf(server), server])).values()]
}

async function listUnverified(db: CheckContext['db']): Promise<Finding[]> {
  const { imap, smtp } = await readMailServers(db)
  const servers = [...imap, ...smtp].filter(
    ({ host, tls_type, tls_skip_verify }) =>
      (tls_type === 'none' || tls_skip_verify) && !isLoopbackHost(host),
  )
  return [...new Map(servers.map((server) => [subjectOf(server), server])).values()].map((server) =>
    server.tls_type === 'none'
      ? warning(
          subjectOf(server),
          'Passwords and email are sent to this server unencrypted',
          'Choose TLS or STARTTLS in the settings of the inbox',
        )
      : warning(
          subjectOf(server),
          'The certificate of this server isn’t verified',
          'Give it a certificate of an authority that is trusted here, and turn verification on again',
        ),
  )
}

async function readMailServers(db: CheckContext['db']) {
  const [routes, notifications] = await Promise.all([listMailRoutes(db), findNotificationServer(db)])
  return {
    imap: routes.flatMap(({ imap }) => imap),
    smtp: [...routes.flatMap(({ smtp }) => smtp), ...(notifications ? [notifications] : [])],
  }
}

const subjectOf = ({ host, port }: { host: string; port: number }) => `${host}:${port}`

async function checkServer(server: Server, now: Date): Promise<Finding> {
  const subject = subjectOf(server)
  const explain = (cause: unknown) => {
    const { message, details } = explainConnectionError(cause, server.host)
    return details ? `${message} (${details})` : message
  }
  try {
    const { expires_at, problem } = await server.probe(server)
    return problem
      ? { ...error(subject, explain(problem), server.advice), expires_at: expires_at.toISOString() }
      : judgeExpiry({ subject, advice: server.advice }, expires_at, now)
  } catch (cause) {
    return warning(
      subject,
      `The certificate can’t be seen from here. ${explain(cause)}`,
      'Check that the server is up, that its name and port are right, and that this machine may connect to it',
    )
  }
}
