import { createHash, randomBytes } from 'node:crypto'
import { type InboxOAuthSetup, oauthCallbackPath } from '@parley/contract/inboxes/inbox-oauth'
import type { ImapConfig, SmtpConfig } from '@parley/contract/inboxes/inboxes'
import type { Actor } from '../../../actor.ts'
import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import type { Secrets } from '../../../secrets.ts'
import { readSettings } from '../../settings/settings.ts'
import { readStoredConfig } from '../inbox-config.ts'
import { type InboxRow, inboxEntity } from '../inboxes.ts'
import { changeInbox } from '../write-inbox.ts'
import type { OAuthProvider, OAuthProviders } from './oauth-providers.ts'
import { readStoredOAuth, type StoredOAuth } from './stored-oauth.ts'
import { accountFromIdToken, OAuthRefusal, requestTokens } from './token-request.ts'

export type OAuthDeps = { secrets: Secrets; providers: OAuthProviders; root_url: string }

const pendingTtlMs = 10 * 60_000
const sha256 = (text: string) => createHash('sha256').update(text)

/**
 * Starts the sign-in and returns the URL to open: authorisation code with PKCE, and a single-use state that only the
 * agent who started it can redeem (RFC 9700).
 */
export async function startOAuth(
  tx: Tx,
  { secrets, providers, root_url }: OAuthDeps,
  id: number,
  setup: InboxOAuthSetup,
): Promise<{ url: string }> {
  const inbox = await inboxEntity.lock(tx, id)
  const stored = readStoredOAuth(inbox.oauth)
  const provider = providers[setup.provider]
  const verifier = randomBytes(32).toString('base64url')
  const state = `${id}.${randomBytes(24).toString('base64url')}`
  const isSameClient =
    stored.connection?.client_id === setup.client_id && stored.connection.provider === setup.provider
  const pending: StoredOAuth['pending'] = {
    provider: setup.provider,
    client_id: setup.client_id,
    tenant: setup.tenant,
    client_secret:
      setup.client_secret === '' && isSameClient
        ? (stored.connection?.client_secret ?? '')
        : secrets.seal(setup.client_secret),
    state_hash: sha256(state).digest('hex'),
    verifier: secrets.seal(verifier),
    agent_id: tx.actor.id,
    expires_at: tx.now.getTime() + pendingTtlMs,
  }
  await saveOAuth(tx, id, { ...stored, pending })
  const url = new URL(provider.authorize_url(setup.tenant))
  for (const [name, value] of Object.entries({
    ...provider.authorize_extras,
    response_type: 'code',
    client_id: setup.client_id,
    redirect_uri: await redirectUri(tx.db, root_url),
    scope: provider.scopes.join(' '),
    state,
    code_challenge: sha256(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: inbox.address,
  }))
    url.searchParams.set(name, value)
  return { url: url.href }
}

/**
 * Completes the sign-in: exchanges the code for tokens, stored encrypted, and configures the provider's servers as
 * the inbox's first servers.
 */
export async function finishOAuth(
  { db, act, actor }: { db: Db; act: Act; actor: Actor },
  { secrets, providers, root_url }: OAuthDeps,
  { state, code }: { state: string; code: string },
): Promise<InboxRow> {
  const { id, pending } = await act(actor, (tx) => consumePending(tx, state))
  const provider = providers[pending.provider]
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: await redirectUri(db, root_url),
    client_id: pending.client_id,
    ...(pending.client_secret && { client_secret: secrets.open(pending.client_secret) }),
    code_verifier: secrets.open(pending.verifier),
  }
  const tokens = await requestTokens(provider.token_url(pending.tenant), form, provider.reach).catch(
    (error: Error) => {
      throw conflict(
        error instanceof OAuthRefusal
          ? `${provider.name} rejected the sign-in: ${error.message}`
          : error.message,
      )
    },
  )
  const account = accountFromIdToken(tokens.id_token)
  if (!tokens.refresh_token || !account)
    throw conflict(
      `${provider.name} didn’t grant lasting access. Remove this application from the account’s connected applications, then sign in again`,
    )
  const refresh_token = tokens.refresh_token
  return act(actor, async (tx) => {
    const before = await inboxEntity.lock(tx, id)
    const connection: StoredOAuth['connection'] = {
      provider: pending.provider,
      client_id: pending.client_id,
      client_secret: pending.client_secret,
      tenant: pending.tenant,
      account,
      connected_at: tx.now.toISOString(),
      error: null,
      refresh_token: secrets.seal(refresh_token),
      access_token: secrets.seal(tokens.access_token),
      expires_at: tx.now.getTime() + tokens.expires_in * 1000,
    }
    return changeInbox(tx, before, 'oauth_connected', {
      oauth: json({ connection }),
      config: json(providerServers(before, provider, account)),
    })
  })
}

/** Switches back to passwords and deletes the stored tokens. */
export async function disconnectOAuth(tx: Tx, id: number): Promise<InboxRow> {
  const before = await inboxEntity.lock(tx, id)
  const { imap, smtp } = readStoredConfig(before.config)
  return changeInbox(tx, before, 'oauth_disconnected', {
    oauth: null,
    config: json({
      imap: imap.map((server) => ({ ...server, auth_protocol: 'password' })),
      smtp: smtp.map((server) =>
        server.auth_protocol === 'oauth' ? { ...server, auth_protocol: 'login' } : server,
      ),
    }),
  })
}

async function consumePending(tx: Tx, state: string) {
  const id = Number(/^(\d{1,15})\./.exec(state)?.[1] ?? 0)
  const inbox = await inboxEntity.lock(tx, id).catch(() => {
    throw unknownSignIn()
  })
  const stored = readStoredOAuth(inbox.oauth)
  const { pending, ...rest } = stored
  // A secret of 192 bits: comparing hashes leaks nothing through timing.
  if (!pending || pending.state_hash !== sha256(state).digest('hex') || pending.agent_id !== tx.actor.id)
    throw unknownSignIn()
  if (pending.expires_at < tx.now.getTime()) throw conflict('This sign-in took too long. Start again')
  await saveOAuth(tx, id, rest)
  return { id, pending }
}

const unknownSignIn = () => notFound('This sign-in')

const saveOAuth = (tx: Tx, id: number, oauth: StoredOAuth) =>
  tx.db
    .updateTable('inboxes')
    .set({ oauth: json(oauth) })
    .where('id', '=', id)
    .execute()

async function redirectUri(db: Db, root_url: string): Promise<string> {
  const settings = await readSettings(db, { root_url, version: '' })
  return settings['app.root_url'] + oauthCallbackPath
}

/** The provider's servers replace the first entries; others stay. */
function providerServers(inbox: InboxRow, { imap, smtp }: OAuthProvider, account: string) {
  const [[, ...moreImap], [, ...moreSmtp]] = [
    readStoredConfig(inbox.config).imap,
    readStoredConfig(inbox.config).smtp,
  ]
  const [oldImap] = readStoredConfig(inbox.config).imap
  const signIn = { username: account, password: '', tls_skip_verify: false, auth_protocol: 'oauth' } as const
  const first: { imap: ImapConfig; smtp: SmtpConfig } = {
    imap: {
      mailbox: oldImap?.mailbox ?? 'INBOX',
      read_interval: oldImap?.read_interval ?? '5m',
      scan_inbox_since: oldImap?.scan_inbox_since ?? '48h',
      ...imap,
      ...signIn,
    },
    smtp: {
      max_conns: 10,
      max_msg_retries: 3,
      idle_timeout: '25s',
      wait_timeout: '60s',
      hello_hostname: '',
      ...smtp,
      ...signIn,
    },
  }
  return { imap: [first.imap, ...moreImap], smtp: [first.smtp, ...moreSmtp] }
}
