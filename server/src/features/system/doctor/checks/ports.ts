import { connect } from 'node:net'
import { getHealth } from '@parley/contract/settings/health'
import type { Finding } from '@parley/contract/system/system-findings'
import { explainConnectionError } from '../../../../connection-error.ts'
import { readPausedCopy } from '../../../../paused-copy.ts'
import { type Check, type CheckContext, error, ok, warning } from '../check.ts'
import { isLoopbackUrl } from '../loopback.ts'

const timeoutMs = 5_000
const smtpPort = 25

export const portsCheck: Check = {
  name: 'ports',
  async run({ installation, db }) {
    const { roles, smtp_receiver_port, mail_host } = installation
    const isReceiver = roles.has('mail') && smtp_receiver_port > 0
    // In a paused copy, nothing receives email.
    const isPaused = (await readPausedCopy(db)) !== null
    return Promise.all([
      ...(roles.has('web') ? [checkWebPort(installation)] : []),
      checkPublicUrl(installation),
      ...(isReceiver && !isPaused ? [checkReceiverPort(installation)] : []),
      // From other nodes as well: the nightly checks run on a worker.
      ...(mail_host && !isPaused && (isReceiver || !roles.has('mail')) ? [checkMailHost(mail_host)] : []),
    ])
  },
}

async function checkWebPort({ host, port }: CheckContext['installation']): Promise<Finding> {
  const address = `${bracketed(localHost(host))}:${port}`
  return isParley(`http://${address}`).then(
    (answers) =>
      answers
        ? ok(address, 'The web server responds')
        : error(address, 'Another program is listening on PORT', 'Stop it, or set PORT to another port'),
    () => warning(address, 'Nothing is listening on PORT', 'Start Parley, or set PORT as for the server'),
  )
}

async function checkPublicUrl({ root_url }: CheckContext['installation']): Promise<Finding> {
  if (isLoopbackUrl(root_url))
    return ok(root_url, 'This workspace is for this machine only. Set PARLEY_ROOT_URL before others use it')
  try {
    if (!(await isParley(root_url)))
      return error(
        root_url,
        'Something other than Parley responds at the address that people open',
        'Correct PARLEY_ROOT_URL, or the reverse proxy: it has to pass on all paths, /health included',
      )
  } catch (cause) {
    const { message } = explainConnectionError(causeOf(cause), new URL(root_url).host)
    return warning(
      root_url,
      `The address that people open can’t be reached from here. ${message}`,
      'Open it in a browser. If that works, this machine just can’t reach itself through its public address; otherwise check the reverse proxy, DNS and the firewall',
    )
  }
  return root_url.startsWith('https:')
    ? ok(root_url, 'The address that people open leads here')
    : error(
        root_url,
        'Passwords and conversations travel unencrypted: the address that people open begins with http://',
        'Put a reverse proxy with a certificate in front of Parley, and set PARLEY_ROOT_URL to its https:// address',
      )
}

async function checkReceiverPort({
  host,
  smtp_receiver_port,
  smtp_receiver_proxy,
}: CheckContext['installation']): Promise<Finding> {
  const address = `${bracketed(localHost(host))}:${smtp_receiver_port}`
  try {
    const greeting = await readGreeting(localHost(host), smtp_receiver_port, smtp_receiver_proxy)
    if (greeting === null || greeting.startsWith('220')) return ok(address, 'The mail receiver responds')
    if (isBusy(greeting)) return busy(address, greeting)
    return error(
      address,
      `Another program is listening on SMTP_RECEIVER_PORT: “${greeting}”`,
      'Stop it, or set SMTP_RECEIVER_PORT to another port',
    )
  } catch {
    return warning(
      address,
      'Nothing is listening on SMTP_RECEIVER_PORT',
      'Start Parley, or set SMTP_RECEIVER_PORT to 0 if all email is fetched from mailboxes',
    )
  }
}

/** What other mail servers see. */
async function checkMailHost(mail_host: string): Promise<Finding> {
  const address = `${mail_host}:${smtpPort}`
  try {
    const greeting = await readGreeting(mail_host, smtpPort, false)
    if (greeting?.startsWith('220')) return ok(address, 'A mail server responds where others deliver email')
    if (greeting !== null && isBusy(greeting)) return busy(address, greeting)
    return error(
      address,
      `What responds where others deliver email doesn’t accept any: “${greeting}”`,
      `Forward port ${smtpPort} of ${mail_host} to SMTP_RECEIVER_PORT of this machine`,
    )
  } catch (cause) {
    return warning(
      address,
      `Other mail servers may not reach the receiver. ${explainConnectionError(cause, mail_host).message}`,
      `Forward port ${smtpPort} of ${mail_host} to SMTP_RECEIVER_PORT of this machine. Many providers block connections from here to port ${smtpPort}: if so, test it from elsewhere`,
    )
  }
}

/** A mail server that is there, but takes no more connections now (RFC 5321, 3.8). */
const isBusy = (greeting: string) => greeting.startsWith('421')
const busy = (address: string, greeting: string) =>
  warning(
    address,
    `The mail server doesn’t accept email at the moment: “${greeting}”`,
    'Check again in a minute. If it goes on, look into the log of the process with the role mail',
  )

async function isParley(url: string): Promise<boolean> {
  const response = await fetch(`${url}${getHealth.path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'status' in body && 'data' in body
}

/** The first line of a mail server. Null if it waits for a PROXY header first. */
function readGreeting(host: string, port: number, expectsHeader: boolean): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const end = (settle: () => void) => {
      socket.destroy()
      settle()
    }
    let text = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => expectsHeader && end(() => resolve(null)))
    socket.on('data', (part: string) => {
      text += part
      if (text.includes('\n') || text.length > 500)
        end(() => resolve(text.split('\n', 1)[0]?.trim().slice(0, 200) ?? ''))
    })
    socket.on('timeout', () => end(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }))))
    socket.on('error', (cause) => end(() => reject(cause)))
    socket.on('close', () => reject(new Error('The server closed the connection')))
  })
}

/** Where a server that listens on this address can be reached from this machine. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** As in URLs. */
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** What fetch failed of. */
const causeOf = (failure: unknown): unknown => (failure as { cause?: unknown }).cause ?? failure
