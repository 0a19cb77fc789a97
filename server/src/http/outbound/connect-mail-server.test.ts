import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImapClient } from '../../features/email/imap/imap-client.ts'
import { checkImapServer } from '../../features/inboxes/check-imap.ts'
import { checkSmtpServer } from '../../features/inboxes/check-smtp.ts'
import { stubDnsLookup } from '../../testing/stub-dns-lookup.ts'

stubDnsLookup({
  'metadata.test': ['169.254.169.254'],
  'mixed.test': ['127.0.0.1', 'fe80::1'],
  'private.test': ['127.0.0.1'],
})

let port: number
let accepted = 0
const open: Socket[] = []
const server = createServer((socket) => {
  accepted++
  open.push(socket)
  socket.end('421 Not today\r\n')
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => {
  for (const socket of open) socket.destroy()
  server.close()
})

const commonConfig = {
  username: 'u',
  password: 'p',
  tls_type: 'none',
  tls_skip_verify: true,
  auth_protocol: 'plain',
}
const imap = (host: string) =>
  ({ ...commonConfig, host, port, mailbox: 'INBOX', read_interval: '5m', scan_inbox_since: '48h' }) as const
const smtp = (host: string) =>
  ({
    ...commonConfig,
    host,
    port,
    hello_hostname: '',
    max_conns: 1,
    max_msg_retries: 1,
    idle_timeout: '5s',
    wait_timeout: '5s',
  }) as const
type Imap = Parameters<typeof checkImapServer>[0]
type Smtp = Parameters<typeof checkSmtpServer>[0]
const connections = {
  'an IMAP test': (host: string) => checkImapServer(imap(host) as Imap, 20_000),
  'an IMAP connection': async (host: string) => {
    const client = await createImapClient(imap(host) as Imap, 1000)
    await client.connect().finally(() => client.close())
  },
  'an SMTP connection': (host: string) =>
    checkSmtpServer(smtp(host) as Smtp, { timeout_ms: 20_000, ehlo: 'parley.test' }),
}

test.each(
  Object.entries(connections).flatMap(([name, connect]) =>
    ['metadata.test', 'mixed.test', '169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254'].map(
      (host) => [name, host, connect] as const,
    ),
  ),
)('%s to %s is rejected before anything is sent', async (_name, host, connect) => {
  const before = accepted
  await expect(connect(host)).rejects.toThrow('never contacted')
  expect(accepted).toBe(before)
})

test.each(Object.entries(connections))('%s reaches a server on a private network', async (_name, connect) => {
  for (const host of ['private.test', '127.0.0.1']) {
    const before = accepted
    await expect(connect(host)).rejects.not.toThrow('never contacted')
    expect(accepted).toBe(before + 1)
  }
})

test.each(Object.entries(connections))('%s to an unknown name reports it', async (_name, connect) => {
  await expect(connect('nowhere.invalid')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/)
})
