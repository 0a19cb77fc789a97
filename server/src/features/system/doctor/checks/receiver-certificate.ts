import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getCACertificates } from 'node:tls'
import type { Finding } from '@parley/contract/system/system-findings'
import { explainConnectionError } from '../../../../connection-error.ts'
import { type CheckContext, error, warning } from '../check.ts'
import { judgeExpiry } from '../judge-expiry.ts'
import { probeSmtpStartTls } from '../probe-certificate.ts'

type Installation = CheckContext['installation']

const advice =
  'Renew the certificate in SMTP_RECEIVER_TLS_CERT and SMTP_RECEIVER_TLS_KEY. The receiver reads the new files by itself'
const smtpPort = 25

/** Of our own mail receiver. Its files are where it runs; other nodes look at it as other mail servers do. */
export async function checkReceiverCertificate(installation: Installation, now: Date): Promise<Finding[]> {
  const { roles, smtp_receiver_tls, mail_host } = installation
  if (roles.has('mail')) return smtp_receiver_tls ? checkFile(smtp_receiver_tls.cert, mail_host, now) : []
  return mail_host ? checkServed(mail_host, { mustOfferTls: smtp_receiver_tls !== undefined }, now) : []
}

async function checkFile(path: string, mail_host: string | null, now: Date): Promise<Finding[]> {
  try {
    const [certificate, ...issuers] = parseCertificates(await readFile(path, 'utf8'))
    if (!certificate) throw new Error('there is none in the file')
    const problem =
      mail_host && !certificate.checkHost(mail_host)
        ? warning(path, `The certificate of the mail receiver isn’t for ${mail_host}`, advice)
        : findChainProblem(path, [certificate, ...issuers])
    return [
      judgeExpiry({ subject: path, advice }, certificate.validToDate, now),
      ...(problem ? [problem] : []),
    ]
  } catch (cause) {
    const { message } = cause as Error
    return [error(path, `The certificate of the mail receiver can’t be read: ${message}`, advice)]
  }
}

const parseCertificates = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  )

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** Most mail servers accept any certificate, but not those that insist on encryption (MTA-STS). */
function findChainProblem(path: string, chain: readonly X509Certificate[]): Finding | null {
  const trusted = getCACertificates('default').map((pem) => new X509Certificate(pem))
  let current = chain[0]
  for (let depth = 0; current && depth < chain.length; depth++) {
    const certificate: X509Certificate = current
    const { fingerprint256 } = certificate
    if (trusted.some((root) => root.fingerprint256 === fingerprint256 || isIssuedBy(certificate, root)))
      return null
    if (isIssuedBy(certificate, certificate))
      return warning(
        path,
        'The certificate of the mail receiver is self-signed, so mail servers that verify it don’t deliver',
        'Get a certificate from an authority that is trusted everywhere, such as Let’s Encrypt',
      )
    current = chain.find((issuer) => issuer !== certificate && isIssuedBy(certificate, issuer))
  }
  return warning(
    path,
    'The certificate of the mail receiver lacks that of its issuer, so mail servers that verify it don’t deliver',
    'Put the certificates of the intermediate authorities into SMTP_RECEIVER_TLS_CERT, after the receiver’s own (fullchain.pem)',
  )
}

async function checkServed(
  mail_host: string,
  { mustOfferTls }: { mustOfferTls: boolean },
  now: Date,
): Promise<Finding[]> {
  const subject = `${mail_host}:${smtpPort}`
  try {
    const { expires_at, problem } = await probeSmtpStartTls({ host: mail_host, port: smtpPort })
    const expiry = judgeExpiry({ subject, advice }, expires_at, now)
    if (!problem || expiry.state === 'error') return [expiry]
    return [expiry, warning(subject, explainConnectionError(problem, mail_host).message, advice)]
  } catch (cause) {
    // Whether it can be reached is the subject of another check.
    if (!mustOfferTls) return []
    const { message } = explainConnectionError(cause, mail_host)
    return [
      warning(
        subject,
        `The certificate of the mail receiver can’t be seen from here. ${message}`,
        `Forward port ${smtpPort} of ${mail_host} to SMTP_RECEIVER_PORT. Many providers block connections from here to port ${smtpPort}: if so, run npm run doctor on a node with the role mail`,
      ),
    ]
  }
}
