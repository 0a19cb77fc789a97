import type { InboxOAuth } from '@parley/contract/inboxes/inboxes'

/** The column `inboxes.oauth`. Secrets and tokens are encrypted. */
export type StoredOAuth = {
  connection?: InboxOAuth & {
    client_secret: string
    refresh_token: string
    access_token: string
    /** Milliseconds since 1970. */
    expires_at: number
  }
  /** A sign-in that was started but not completed; only the agent who started it can complete it. */
  pending?: {
    provider: InboxOAuth['provider']
    client_id: string
    client_secret: string
    tenant: string
    /** SHA-256 of the state, in hex. */
    state_hash: string
    verifier: string
    agent_id: number
    expires_at: number
  }
}

export const readStoredOAuth = (column: unknown): StoredOAuth => (column ?? {}) as StoredOAuth // written by this folder only

export function presentOAuth(column: unknown): InboxOAuth | null {
  const { connection } = readStoredOAuth(column)
  if (!connection) return null
  const { provider, client_id, tenant, account, connected_at, error } = connection
  return { provider, client_id, tenant, account, connected_at, error }
}
