import {
  type ImapConfig,
  type InboxConfig,
  type SmtpConfig,
  secretMask,
} from '@parley/contract/inboxes/inboxes'
import { invalid } from '../../http/errors.ts'
import type { Secrets } from '../../secrets.ts'

type Server = ImapConfig | SmtpConfig

/** The stored config: as on the wire, with encrypted passwords. A deleted inbox has neither list. */
export function readStoredConfig(column: unknown): InboxConfig {
  const { imap = [], smtp = [] } = column as Partial<InboxConfig> // written by encryptConfig or cleared to {}
  return { imap, smtp }
}

/**
 * Decrypts the passwords, for use with mail servers only. Throws if they were encrypted with a key that is not
 * available.
 */
export const decryptConfig = (secrets: Secrets, column: unknown): InboxConfig =>
  mapServers(readStoredConfig(column), (server) => ({ ...server, password: secrets.open(server.password) }))

/**
 * For everyone else: every password is ten bullets, even if none is stored (docs/spec/wire.md#inbox-configuration); `has_password` tells
 * them apart.
 */
export const maskConfig = (column: unknown): InboxConfig =>
  mapServers(readStoredConfig(column), (server) => ({
    ...server,
    password: secretMask,
    has_password: server.password !== '',
  }))

/**
 * The config to store for what a client sent. "" and the mask keep the password stored at the same list position, but
 * only for the same host: someone who may edit an inbox must not be able to send its password to a server of their
 * own. If another host does not use a password, the stored one is dropped.
 */
export function encryptConfig(secrets: Secrets, input: InboxConfig, column: unknown): InboxConfig {
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
  const imap = input.imap.map(seal('imap')).map((server, index) => {
    const auth_protocol = server.auth_protocol ?? stored.imap[index]?.auth_protocol
    const authserv_id = server.authserv_id ?? stored.imap[index]?.authserv_id
    return {
      ...server,
      ...(auth_protocol && { auth_protocol }),
      ...(authserv_id !== undefined && { authserv_id }),
    }
  })
  return { imap, smtp: input.smtp.map(seal('smtp')) }
}

/** For an IMAP server, an omitted protocol keeps its stored value. */
function signsInWithPassword(
  kind: keyof InboxConfig,
  { auth_protocol, username }: Pick<Server, 'auth_protocol' | 'username'>,
  before: Server,
): boolean {
  if (kind === 'imap') return (auth_protocol ?? before.auth_protocol) !== 'oauth'
  return auth_protocol !== 'none' && auth_protocol !== 'oauth' && username !== ''
}

/** The same for an update: an omitted list keeps its stored value. */
export function mergeConfig(secrets: Secrets, input: Partial<InboxConfig>, column: unknown): InboxConfig {
  const stored = readStoredConfig(column)
  const { imap, smtp } = encryptConfig(secrets, { imap: [], smtp: [], ...input }, column)
  return { imap: input.imap ? imap : stored.imap, smtp: input.smtp ? smtp : stored.smtp }
}

/** Paths of the passwords that differ, such as `config.smtp.0.password`. */
export function listChangedPasswords(before: unknown, after: unknown): string[] {
  const [previous, current] = [readStoredConfig(before), readStoredConfig(after)]
  return (['imap', 'smtp'] as const).flatMap((kind) =>
    Array.from({ length: Math.max(previous[kind].length, current[kind].length) }, (_, index) => index)
      .filter((index) => (previous[kind][index]?.password ?? '') !== (current[kind][index]?.password ?? ''))
      .map((index) => `config.${kind}.${index}.password`),
  )
}

const mapServers = (
  { imap, smtp }: InboxConfig,
  change: <S extends Server>(server: S) => S,
): InboxConfig => ({ imap: imap.map((server) => change(server)), smtp: smtp.map((server) => change(server)) })
