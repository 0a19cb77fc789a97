import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { findFreePort } from '../processes/free-ports.ts'
import { eventually } from '../web-sockets.ts'
import { makeCertificate } from './certificate.ts'

/** A real IMAP server on loopback. Every user name is a separate mailbox, created on first use. */
export type Dovecot = {
  host: '127.0.0.1'
  port: number
  /** 0 unless requested; the certificate is self-signed. */
  tls_port: number
  password: string
  /** Adds an email to the mailbox like a mail client (IMAP APPEND). Resolves with its UID. */
  append(
    user: string,
    raw: Buffer | string,
    options?: { mailbox?: string; flags?: string[]; date?: Date },
  ): Promise<number>
  /** Adds many emails to INBOX over one connection; `date` applies to all. Resolves with their UIDs. */
  appendAll(user: string, mails: string[], options?: { date?: Date }): Promise<number[]>
  /** Marks these emails as deleted and expunges them, like a mail client. */
  expunge(user: string, uids: number[]): Promise<void>
  /** Changes UIDVALIDITY, as after a restore. No client may be connected to the mailbox. */
  changeUidValidity(user: string): void
  /** As if the machine were offline: connections break, email is kept. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops and deletes everything. */
  remove(): Promise<void>
}

/** Starts Dovecot 2.3 as an unprivileged user with its own configuration in a temporary folder. `introspection_url` enables XOAUTH2. */
export async function startDovecot({ tls = false, introspection_url = '' } = {}): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dovecot-'))
  const user = userInfo().uid === 0 ? { uid: 65534, gid: 65534 } : undefined
  const port = await findFreePort()
  const tls_port = tls ? await findFreePort() : 0
  writeConfiguration(folder, port, tls_port, user, introspection_url)
  let stopServer = await runDovecot(folder, port, user)

  const dovecot: Dovecot = {
    host: '127.0.0.1',
    port,
    tls_port,
    password,
    append: (name, raw, { mailbox = 'INBOX', flags = [], date } = {}) =>
      withClient(port, name, (client) => appendOne(client, mailbox, raw, flags, date)),
    appendAll: (name, mails, { date } = {}) =>
      withClient(port, name, async (client) => {
        const uids: number[] = []
        for (const raw of mails) uids.push(await appendOne(client, 'INBOX', raw, [], date))
        return uids
      }),
    expunge: (name, uids) =>
      withClient(port, name, async (client) => {
        await client.mailboxOpen('INBOX')
        if (!(await client.messageDelete(uids.join(','), { uid: true })))
          throw new Error(`Dovecot did not expunge ${uids.join(', ')} of ${name}`)
      }),
    changeUidValidity(name) {
      const mailbox = join(folder, 'mail', name)
      // Dovecot derives UIDVALIDITY from the time in seconds, so this is far ahead of any earlier value.
      const uidvalidity = Math.floor(Date.now() / 1000) + 100_000 + uidValidityChanges++
      for (const file of readdirSync(mailbox)) {
        if (/^dovecot/.test(file)) rmSync(join(mailbox, file), { recursive: true })
      }
      const list = join(mailbox, 'dovecot-uidlist')
      writeFileSync(list, `3 V${uidvalidity} N1 G${uidvalidity.toString(16).padStart(32, '0')}\n`)
      if (user) chownSync(list, user.uid, user.gid)
    },
    stop: () => stopServer(),
    async start() {
      stopServer = await runDovecot(folder, port, user)
    },
    async remove() {
      await stopServer()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return dovecot
}

const password = 'secret'

async function withClient<T>(port: number, user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: password },
    logger: false,
  })
  await client.connect()
  const answer = await work(client)
  await client.logout()
  return answer
}

async function appendOne(
  client: ImapFlow,
  mailbox: string,
  raw: Buffer | string,
  flags: string[],
  date: Date | undefined,
): Promise<number> {
  const answer = await client.append(mailbox, raw, flags, date)
  if (answer === false || answer.uid === undefined) throw new Error('Dovecot rejected the email')
  return answer.uid
}

let uidValidityChanges = 0

type ProcessUser = { uid: number; gid: number } | undefined

function writeConfiguration(
  folder: string,
  port: number,
  tls_port: number,
  user: ProcessUser,
  introspection_url: string,
) {
  const name = user ? 'nobody' : userInfo().username
  const group = spawnSync('id', ['-gn', name], { encoding: 'utf8' }).stdout.trim()
  for (const part of ['mail', 'run']) {
    mkdirSync(join(folder, part))
    if (user) chownSync(join(folder, part), user.uid, user.gid)
  }
  if (user) chownSync(folder, user.uid, user.gid)
  if (tls_port) writeCertificate(folder, user)
  const tls = tls_port
    ? `ssl = yes\nssl_cert = <${folder}/cert.pem\nssl_key = <${folder}/key.pem`
    : 'ssl = no'
  // Rootless: every service runs as the same user, without chroot (Dovecot 2.3, "rootless installation").
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
default_internal_user = ${name}
default_internal_group = ${group}
default_login_user = ${name}
first_valid_uid = 1
disable_plaintext_auth = no
${tls}
mail_location = maildir:${folder}/mail/%u
mailbox_list_index = no
# Mail of a test needs to survive no power cut.
mail_fsync = never
# Clients in IDLE hear of new mail at once.
mailbox_idle_check_interval = 1 s
${introspection_url ? writeTokenConfiguration(folder, introspection_url) : ''}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${name} gid=${group} home=${folder}/mail/%u
}
# A wrong password is an everyday thing in tests: no delay, and no penalty for the next sign-in.
auth_failure_delay = 0
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tls_port}
  }
}
`,
  )
  chmodSync(folder, 0o755)
}

/** XOAUTH2 in addition to passwords: tokens are verified by the authorisation server (RFC 7662). */
function writeTokenConfiguration(folder: string, introspection_url: string): string {
  const file = join(folder, 'oauth2.conf.ext')
  writeFileSync(
    file,
    `introspection_mode = post
introspection_url = ${introspection_url}
username_attribute = email
active_attribute = active
active_value = true
`,
  )
  chmodSync(file, 0o644)
  return `auth_mechanisms = plain xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${file}
}`
}

function writeCertificate(folder: string, user: ProcessUser) {
  makeCertificate(folder)
  for (const file of user ? ['key.pem', 'cert.pem'] : []) {
    chownSync(join(folder, file), user?.uid ?? 0, user?.gid ?? 0)
  }
}

async function runDovecot(folder: string, port: number, user: ProcessUser) {
  const child = spawn(findDovecot(), ['-F', '-c', join(folder, 'dovecot.conf')], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group, so that the processes that serve connections can be ended with it.
    detached: true,
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {} // Already gone.
  }
  process.once('exit', end)
  const ended = once(child, 'exit').finally(() => process.off('exit', end))
  await eventually(async () => child.exitCode !== null || acceptsConnections(port)).catch(() => {})
  if (child.exitCode !== null || !(await acceptsConnections(port))) {
    end()
    const log = join(folder, 'dovecot.log')
    throw new Error(`Dovecot failed to start: ${stderr}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`)
  }
  // Not SIGTERM: it ends the master, while connections stay open for up to 10 s.
  return async () => {
    end()
    await ended
  }
}

function findDovecot() {
  const path = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'].find(existsSync)
  if (!path) throw new Error('Dovecot is missing: install dovecot-imapd, or run `npm test`, which does')
  return path
}

function acceptsConnections(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(2000, () => socket.destroy())
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('* OK'))
      socket.end('a LOGOUT\r\n')
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}
