import {
  type ImapConfig,
  type InboxConfig,
  type SmtpConfig,
  secretMask,
} from '@parley/contract/inboxes/inboxes'
import { invalid } from '../../http/errors.ts'
import type { Secrets } from '../../secrets.ts'

type Server = ImapConfig | SmtpConfig

/** The stored form: as on the wire, with sealed passwords. A deleted inbox has neither list. */
export function readStoredConfig(column: unknown): InboxConfig {
  const { imap = [], smtp = [] } = column as Partial<InboxConfig> // written by sealConfig or wiped to {}
  return { imap, smtp }
}

/** For mail servers only: with the passwords themselves. Throws when they were sealed under a key that is not here. */
export const decryptConfig = (secrets: Secrets, column: unknown): InboxConfig =>
  mapServers(readStoredConfig(column), (server) => ({ ...server, password: secrets.open(server.password) }))

/** For everybody else: every password is ten bullets, even where none is stored (api-contract 6.2); `has_password` says which. */
export const maskConfig = (column: unknown): InboxConfig =>
  mapServers(readStoredConfig(column), (server) => ({
    ...server,
    password: secretMask,
    has_password: server.password !== '',
  }))

/**
 * What to store for what a client wrote. "" and the mask keep the password stored at the same place in the list, but only for
 * the same host: whoever may edit an inbox must not be able to have its password sent to a server of their own. Another host that
 * is not signed in to with a password needs none, so the stored one is dropped.
 */
export function encryptConfig(secrets: Secrets, written: InboxConfig, column: unknown): InboxConfig {
  const stored = readStoredConfig(column)
  const seal =
    (kind: keyof InboxConfig) =>
    <S extends Server>({ has_password: _, remove_password, ...rest }: S, index: number) => {
      const server = rest as Omit<S, 'has_password' | 'remove_password'> // TypeScript widens the rest of a type parameter
      if (server.password !== '' && server.password !== secretMask)
        return { ...server, password: secrets.seal(server.password) }
      const before = stored[kind][index]
      if (!before?.password || remove_password) return { ...server, password: '' }
      if (before.host.toLowerCase() !== server.host.toLowerCase()) {
        if (!signsInWithPassword(kind, server, before)) return { ...server, password: '' }
        throw invalid(
          `config.${kind}.${index}.password`,
          `Enter the password for ${server.host}: the stored one belongs to ${before.host}`,
        )
      }
      return { ...server, password: before.password }
    }
  const imap = written.imap.map(seal('imap')).map((server, index) => {
    const auth_protocol = server.auth_protocol ?? stored.imap[index]?.auth_protocol
    const authserv_id = server.authserv_id ?? stored.imap[index]?.authserv_id
    return {
      ...server,
      ...(auth_protocol && { auth_protocol }),
      ...(authserv_id !== undefined && { authserv_id }),
    }
  })
  return { imap, smtp: written.smtp.map(seal('smtp')) }
}

/** Of an IMAP server, a protocol that is left out stays as it is stored. */
function signsInWithPassword(
  kind: keyof InboxConfig,
  { auth_protocol, username }: Pick<Server, 'auth_protocol' | 'username'>,
  before: Server,
): boolean {
  if (kind === 'imap') return (auth_protocol ?? before.auth_protocol) !== 'oauth'
  return auth_protocol !== 'none' && auth_protocol !== 'oauth' && username !== ''
}

/** The same for a change: a list that is left out stays as it is stored. */
export function mergeConfig(secrets: Secrets, sent: Partial<InboxConfig>, column: unknown): InboxConfig {
  const stored = readStoredConfig(column)
  const { imap, smtp } = encryptConfig(secrets, { imap: [], smtp: [], ...sent }, column)
  return { imap: sent.imap ? imap : stored.imap, smtp: sent.smtp ? smtp : stored.smtp }
}

/** Places of the passwords that differ, such as `config.smtp.0.password`. */
export function listChangedPasswords(before: unknown, after: unknown): string[] {
  const [old, next] = [readStoredConfig(before), readStoredConfig(after)]
  return (['imap', 'smtp'] as const).flatMap((kind) =>
    Array.from({ length: Math.max(old[kind].length, next[kind].length) }, (_, index) => index)
      .filter((index) => (old[kind][index]?.password ?? '') !== (next[kind][index]?.password ?? ''))
      .map((index) => `config.${kind}.${index}.password`),
  )
}

const mapServers = (
  { imap, smtp }: InboxConfig,
  change: <S extends Server>(server: S) => S,
): InboxConfig => ({ imap: imap.map((server) => change(server)), smtp: smtp.map((server) => change(server)) })
