import type { ConnectionCheck, InboxConfig } from '@parley/contract/inboxes'
import { checkImap } from './check-imap.ts'
import { checkSmtp } from './check-smtp.ts'
import { openConfig, sealConfig } from './config.ts'
import { findInbox } from './find.ts'
import { signedIn, type TokenDeps } from './oauth/access-token.ts'

/** Browsers wait ten seconds for any call, and this answer must be in before that. */
const answerMs = 8_000

/**
 * Signs in to every server of a configuration at once and says what each answered. Passwords that the form left masked are those of the
 * stored inbox, under the rule of sealConfig: never for another host. `timeout_ms` is for each server, from name look-up to farewell.
 */
export async function testConnection(
  deps: TokenDeps,
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
        checkSmtp(id === undefined ? server : await signedIn(deps, id, server), timeout_ms),
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
      () => reject(new Error(`${host} did not answer within ${timeout_ms / 1000} seconds`)),
      timeout_ms,
    )
  })
  try {
    return { server, host, ok: true, ...(await Promise.race([look(), tooSlow])), ...took() }
  } catch (error) {
    return { server, host, ok: false, answer: answerOf(error), greeting: null, ...took() }
  } finally {
    clearTimeout(timer)
  }
}

/** The server's own words where it said something, else what the network said, after a sentence for what is common. */
export function answerOf(error: unknown): string {
  const { message, response, responseText, code } = error as {
    message?: string
    response?: unknown
    responseText?: string
    code?: string
  }
  const said = responseText ?? (typeof response === 'string' ? response : undefined) ?? message ?? ''
  const words = said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 1000)
  const [, sentence] = sentences.find(([sign]) => sign.test(`${code ?? ''} ${words}`)) ?? []
  return sentence ? `${sentence} (${words})` : words || 'It failed without a reason'
}

const sentences: [RegExp, string][] = [
  [/ENOTFOUND|EDNS|EAI_AGAIN/, 'There is no server of this name'],
  [/ECONNREFUSED/, 'The server does not listen on this port'],
  [
    /DEPTH_ZERO_SELF_SIGNED_CERT|self-signed certificate$/,
    'The server has a certificate that it signed itself',
  ],
  [
    /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    'Nobody trusted has signed the certificate of the server',
  ],
  [/CERT_HAS_EXPIRED/, 'The certificate of the server has expired'],
  [/ALTNAME_INVALID/, 'The certificate of the server is for another name'],
  [
    /wrong version number|WRONG_VERSION_NUMBER/i,
    'The server does not speak TLS on this port; try STARTTLS or none',
  ],
  [/ETLS/, 'The server does not take STARTTLS'],
]
