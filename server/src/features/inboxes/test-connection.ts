import type { ConnectionCheck } from '@parley/contract/inboxes/inbox-writes'
import type { InboxConfig } from '@parley/contract/inboxes/inboxes'
import { checkImapServer } from './check-imap.ts'
import { checkSmtpServer } from './check-smtp.ts'
import { CheckError, explainCheckError } from './explain-check.ts'
import { decryptConfig, encryptConfig } from './inbox-config.ts'
import { inboxEntity } from './inboxes.ts'
import { type TokenDeps, withAccessToken } from './oauth/access-token.ts'

/** Browsers wait ten seconds for a response; this must finish before that. */
const connectionTimeoutMs = 8_000

/**
 * Signs in to all servers of a config in parallel and returns what each responded. Masked passwords are taken from
 * the stored inbox, under the rule of encryptConfig: never for another host. `timeout_ms` is per server, from name
 * lookup to disconnect.
 */
export async function testConnection(
  deps: TokenDeps & { ehlo: string },
  { id, config }: { id?: number | undefined; config: InboxConfig },
  timeout_ms = connectionTimeoutMs,
): Promise<ConnectionCheck[]> {
  const { db, secrets } = deps
  const stored = id === undefined ? {} : (await inboxEntity.get(db, id)).config
  const { imap, smtp } = decryptConfig(secrets, encryptConfig(secrets, config, stored))
  return Promise.all([
    ...imap.map((server) =>
      checkServer('imap', server.host, timeout_ms, async () =>
        checkImapServer(id === undefined ? server : await withAccessToken(deps, id, server), timeout_ms),
      ),
    ),
    ...smtp.map((server) =>
      checkServer('smtp', server.host, timeout_ms, async () =>
        checkSmtpServer(id === undefined ? server : await withAccessToken(deps, id, server), {
          timeout_ms,
          ehlo: deps.ehlo,
        }),
      ),
    ),
  ])
}

async function checkServer(
  server: ConnectionCheck['server'],
  host: string,
  timeout_ms: number,
  connect: () => Promise<{ answer: string; greeting: string | null }>,
): Promise<ConnectionCheck> {
  let timer: NodeJS.Timeout | undefined
  const startedAt = performance.now()
  const timing = () => ({ took_ms: Math.round(performance.now() - startedAt) })
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new CheckError(`${host} didn’t answer within ${timeout_ms / 1000} seconds`)),
      timeout_ms,
    )
  })
  try {
    return { server, host, ok: true, ...(await Promise.race([connect(), tooSlow])), ...timing() }
  } catch (error) {
    const { message, details } = explainCheckError(error, host)
    return { server, host, ok: false, answer: message, details, greeting: null, ...timing() }
  } finally {
    clearTimeout(timer)
  }
}
