import { setTimeout as wait } from 'node:timers/promises'
import type { ImapConfig, SmtpConfig } from '@parley/contract/inboxes/inboxes'
import type { Actor } from '../../../actor.ts'
import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { WithAccessToken } from '../../../mail-servers/access-token.ts'
import type { Node } from '../../../nodes/node.ts'
import type { Secrets } from '../../../secrets.ts'
import { inboxEntity } from '../inboxes.ts'
import { changeInbox } from '../write-inbox.ts'
import { type OAuthProviders, oauthProviders } from './oauth-providers.ts'
import { readStoredOAuth } from './stored-oauth.ts'
import { OAuthRefusal, requestTokens, type Tokens } from './token-request.ts'

export type TokenDeps = {
  db: Db
  act: Act
  system: Actor
  secrets: Secrets
  clock: { now(): Date }
  node: Pick<Node, 'leases'>
  oauth_providers?: OAuthProviders
}

/** No token is available; the message says why and what to do. */
export class MailSignInError extends Error {
  override name = 'SignInError'
}

/** Tokens are renewed this long before they expire, so that they last for the work at hand. */
const renewEarlyMs = 5 * 60_000

/**
 * Adds a valid access token to the server if it uses OAuth; returns other servers unchanged. `refused` is a token
 * that the mail server rejected; then a new one is requested regardless of expiry. Throws a message for
 * administrators.
 */
export async function withAccessToken<S extends ImapConfig | SmtpConfig>(
  deps: TokenDeps,
  inbox_id: number,
  server: S,
  refused?: string,
): Promise<WithAccessToken<S>> {
  if (server.auth_protocol !== 'oauth') return server
  const access_token = await getAccessToken(deps, inbox_id, server.host, refused).catch((error: Error) => {
    throw new MailSignInError(error.message)
  })
  return { ...server, access_token }
}

async function getAccessToken(deps: TokenDeps, id: number, host: string, refused?: string): Promise<string> {
  const { connection } = readStoredOAuth((await inboxEntity.get(deps.db, id)).oauth)
  if (!connection) throw new Error('No one has signed in to this mailbox yet. Open the inbox and sign in')
  const providers = deps.oauth_providers ?? oauthProviders
  const { name, hosts } = providers[connection.provider]
  if (!hosts.includes(host.toLowerCase()))
    throw new Error(`${host} isn’t a server of ${name}, so the sign-in isn’t sent to it`)
  if (connection.error) throw new Error(connection.error)
  const token = deps.secrets.open(connection.access_token)
  const lasts = connection.expires_at - renewEarlyMs > deps.clock.now().getTime()
  if (lasts && token !== refused) return token
  return renewAccessToken(deps, id, connection.access_token)
}

const renewalPollMs = 200

/**
 * `previousToken` is the encrypted token to be replaced. Callers on all nodes share one renewal, because a provider may issue a new
 * refresh token each time, and withdraw one that is used twice.
 */
async function renewAccessToken(deps: TokenDeps, id: number, previousToken: string): Promise<string> {
  for (;;) {
    const lease = await deps.node.leases.acquire(`access token of inbox ${id}`)
    if (lease) return renewUnderLease(deps, id, previousToken).finally(() => lease.release())
    await wait(renewalPollMs)
  }
}

async function renewUnderLease(deps: TokenDeps, id: number, previousToken: string): Promise<string> {
  const { connection } = readStoredOAuth((await inboxEntity.get(deps.db, id)).oauth)
  if (!connection) throw new Error('Access to this mailbox was revoked')
  // Another renewal may have completed in the meantime.
  if (connection.access_token !== previousToken) return deps.secrets.open(connection.access_token)
  const provider = (deps.oauth_providers ?? oauthProviders)[connection.provider]
  const { client_secret } = connection
  try {
    const form = {
      grant_type: 'refresh_token',
      refresh_token: deps.secrets.open(connection.refresh_token),
      client_id: connection.client_id,
      ...(client_secret && { client_secret: deps.secrets.open(client_secret) }),
    }
    const tokens = await requestTokens(provider.token_url(connection.tenant), form, provider.reach)
    await storeRenewedTokens(deps, id, connection.refresh_token, tokens)
    return tokens.access_token
  } catch (error) {
    if (!(error instanceof OAuthRefusal) || !error.needsNewSignIn) throw error
    const words = `${provider.name} no longer accepts the sign-in as ${connection.account}. Open the inbox and sign in again (${error.message})`
    await storeWithdrawal(deps, id, connection.refresh_token, words)
    throw new Error(words)
  }
}

/** Does nothing if someone has signed in again in the meantime. */
async function storeRenewedTokens(
  { act, system, secrets }: TokenDeps,
  id: number,
  refreshToken: string,
  tokens: Tokens,
) {
  await act(system, async (tx) => {
    const { connection, ...rest } = readStoredOAuth((await inboxEntity.lock(tx, id)).oauth)
    if (connection?.refresh_token !== refreshToken) return
    const renewed = {
      ...connection,
      error: null,
      ...(tokens.refresh_token && { refresh_token: secrets.seal(tokens.refresh_token) }),
      access_token: secrets.seal(tokens.access_token),
      expires_at: tx.now.getTime() + tokens.expires_in * 1000,
    }
    await tx.db
      .updateTable('inboxes')
      .set({ oauth: json({ ...rest, connection: renewed }) })
      .where('id', '=', id)
      .execute()
  })
}

async function storeWithdrawal({ act, system }: TokenDeps, id: number, refreshToken: string, error: string) {
  await act(system, async (tx) => {
    const inbox = await inboxEntity.lock(tx, id)
    const stored = readStoredOAuth(inbox.oauth)
    if (stored.connection?.refresh_token !== refreshToken || stored.connection.error === error) return
    await changeInbox(tx, inbox, 'oauth_withdrawn', {
      oauth: json({ ...stored, connection: { ...stored.connection, error } }),
    })
  })
}
