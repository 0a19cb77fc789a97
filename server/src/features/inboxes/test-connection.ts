import type { ConnectionCheck, InboxConfig } from '@parley/contract/inboxes'
import { checkImap } from './check-imap.ts'
import { checkSmtp } from './check-smtp.ts'
import { openConfig, sealConfig } from './config.ts'
import { CheckFailure, explainCheck } from './explain-check.ts'
import { findInbox } from './find.ts'
import { signedIn, type TokenDeps } from './oauth/access-token.ts'

/** Browsers wait ten seconds for any call, and this answer must be in before that. */
const answerMs = 8_000

/**
 * Signs in to every server of a configuration at once and says what each answered. Passwords that the form left masked are those of the
 * stored inbox, under the rule of sealConfig: never for another host. `timeout_ms` is for each server, from name look-up to farewell.
 */
export async function testConnection(
  deps: TokenDeps & { ehlo: string },
  { id, config }: { id?: number | undefined; config: InboxConfig },
  timeout_ms = answerMs,
): Promise<ConnectionCheck[]> {
  const { db, secrets } = deps
  const stored = id === undefined ? {} : (await findInbox(db, id)).config
  const { imap, smtp } = openConfig(secrets, sealConfig(secrets, config, stored))
  return Promise.all([
    ...imap.map((server) =>
      check('imap', server.host, timeout_ms, async () =>
        checkImap(id === undefined ? server : await signedIn(deps, id, server), timeout_ms),
      ),
    ),
    ...smtp.map((server) =>
      check('smtp', server.host, timeout_ms, async () =>
        checkSmtp(id === undefined ? server : await signedIn(deps, id, server), {
          timeout_ms,
          ehlo: deps.ehlo,
        }),
      ),
    ),
  ])
}

async function check(
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
      () => reject(new CheckFailure(`${host} didn’t answer within ${timeout_ms / 1000} seconds`)),
      timeout_ms,
    )
  })
  try {
    return { server, host, ok: true, ...(await Promise.race([look(), tooSlow])), ...took() }
  } catch (error) {
    const { message, details } = explainCheck(error, host)
    return { server, host, ok: false, answer: message, details, greeting: null, ...took() }
  } finally {
    clearTimeout(timer)
  }
}
