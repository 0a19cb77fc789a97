import type { ConnectionCheck, InboxConfig } from '@parley/contract/inboxes/inboxes'
import { checkImapServer } from './check-imap.ts'
import { checkSmtpServer } from './check-smtp.ts'
import { CheckError, explainCheckError } from './explain-check.ts'
import { decryptConfig, encryptConfig } from './inbox-config.ts'
import { getInbox } from './inbox-rows.ts'
import { type TokenDeps, withAccessToken } from './oauth/access-token.ts'

/** Browsers wait ten seconds for any call, and this answer must be in before that. */
const connectionTimeoutMs = 8_000

/**
 * Signs in to every server of a configuration at once and says what each answered. Passwords that the form left masked are those of the
 * stored inbox, under the rule of sealConfig: never for another host. `timeout_ms` is for each server, from name look-up to farewell.
 */
export async function testConnection(
  deps: TokenDeps & { ehlo: string },
  { id, config }: { id?: number | undefined; config: InboxConfig },
  timeout_ms = connectionTimeoutMs,
): Promise<ConnectionCheck[]> {
  const { db, secrets } = deps
  const stored = id === undefined ? {} : (await getInbox(db, id)).config
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
  look: () => Promise<{ answer: string; greeting: string | null }>,
): Promise<ConnectionCheck> {
  let timer: NodeJS.Timeout | undefined
  const began = performance.now()
  const took = () => ({ took_ms: Math.round(performance.now() - began) })
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new CheckError(`${host} didn’t answer within ${timeout_ms / 1000} seconds`)),
      timeout_ms,
    )
  })
  try {
    return { server, host, ok: true, ...(await Promise.race([look(), tooSlow])), ...took() }
  } catch (error) {
    const { message, details } = explainCheckError(error, host)
    return { server, host, ok: false, answer: message, details, greeting: null, ...took() }
  } finally {
    clearTimeout(timer)
  }
}
