import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../clock.ts'
import { json } from '../../../db/json.ts'
import { startDnsServer, type Zone } from '../../../testing/fake-services/dns-server.ts'
import { type TestApp, testInstallation } from '../../../testing/test-app.ts'
import type { Check, CheckContext, Installation } from './check.ts'

const installation: Installation = {
  ...testInstallation,
  ...{
    data_dir: tmpdir(),
    files_dir: tmpdir(),
    secret_key: undefined,
    roles: new Set(['web', 'worker', 'mail']),
  },
}

/** A real DNS server with this zone, the database of the test app, and these settings. */
export function contextOf(
  t: TestApp,
  settings: Partial<Installation> = {},
  rest: Partial<Omit<CheckContext, 'installation'>> = {},
): CheckContext {
  return {
    ...{ db: t.db, clock: systemClock, files: t.files },
    resolve: async () => {
      throw new Error('This test needs no DNS')
    },
    ...rest,
    installation: { ...installation, ...settings },
  }
}

/** The findings of a check as `subject: state`, with their message and advice. */
export async function findingsOf(check: Check, context: CheckContext) {
  return (await check.run(context)).map(({ state, subject, message, advice }) => ({
    ...{ state, subject, message },
    advice: advice ?? '',
  }))
}

export async function resolverOf(zone: Zone, options?: Parameters<typeof startDnsServer>[1]) {
  const server = await startDnsServer(zone, options)
  onTestFinished(async () => void (await server.stop()))
  return server.resolve
}

type Server = { host: string; port?: number; tls_type?: string; tls_skip_verify?: boolean }

/** The only enabled inbox from now on. */
export async function useInbox(
  t: TestApp,
  address: string,
  config: { imap?: Server[]; smtp?: Server[] } = {},
) {
  await t.db
    .updateTable('inboxes')
    .set({ enabled: false, address: sql`'former-' || id || '@former.example'` })
    .execute()
  const { id } = await t.make.inbox(address)
  const complete = (servers: Server[] = [], port: number) =>
    servers.map((server) => ({
      port,
      tls_type: 'tls',
      tls_skip_verify: false,
      username: 'help',
      mailbox: 'INBOX',
      ...server,
    }))
  const column = json({ imap: complete(config.imap, 993), smtp: complete(config.smtp, 465) })
  await t.db.updateTable('inboxes').set({ config: column }).where('id', '=', id).execute()
  return id
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
