import { findKnownAuthservId } from '@parley/contract/inboxes/authserv-ids'
import type { InboxFields, Preset } from './inbox-fields.ts'

type ServerPreset = Partial<
  Pick<
    InboxFields,
    | 'receiving'
    | 'imap_host'
    | 'imap_port'
    | 'imap_tls_type'
    | 'imap_authserv_id'
    | 'smtp_host'
    | 'smtp_port'
    | 'smtp_tls_type'
    | 'smtp_auth'
  >
>

const imapOverTls = { imap_port: 993, imap_tls_type: 'tls' } as const

/** The servers that each provider documents; implicit TLS where offered. */
export const presets: Record<Preset, ServerPreset> = {
  gmail: {
    receiving: 'imap',
    imap_host: 'imap.gmail.com',
    imap_authserv_id: findKnownAuthservId('imap.gmail.com') ?? '',
    ...imapOverTls,
    smtp_host: 'smtp.gmail.com',
    smtp_port: 465,
    smtp_tls_type: 'tls',
    smtp_auth: 'login',
  },
  microsoft: {
    receiving: 'imap',
    imap_host: 'outlook.office365.com',
    imap_authserv_id: findKnownAuthservId('outlook.office365.com') ?? '',
    ...imapOverTls,
    smtp_host: 'smtp.office365.com',
    smtp_port: 587,
    smtp_tls_type: 'starttls',
    smtp_auth: 'login',
  },
  fastmail: {
    receiving: 'imap',
    imap_host: 'imap.fastmail.com',
    imap_authserv_id: findKnownAuthservId('imap.fastmail.com') ?? '',
    ...imapOverTls,
    smtp_host: 'smtp.fastmail.com',
    smtp_port: 465,
    smtp_tls_type: 'tls',
    smtp_auth: 'login',
  },
  generic: { receiving: 'imap', imap_host: '', imap_authserv_id: '', ...imapOverTls, smtp_host: '' },
  forward: { receiving: 'forward', smtp_host: '' },
}
