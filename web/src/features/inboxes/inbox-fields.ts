import { parseFromHeader } from '@parley/contract/email/from-header'
import { findKnownAuthservId } from '@parley/contract/inboxes/authserv-ids'
import { brandFields } from '@parley/contract/inboxes/inbox-brand'
import { InboxWrite } from '@parley/contract/inboxes/inbox-writes'
import { ImapConfig, type Inbox, SmtpConfig } from '@parley/contract/inboxes/inboxes'
import { emailAddress } from '@parley/contract/shared/fields'
import { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'

export const INBOXES_PATH = '/admin/inboxes'
export const inboxPath = (id: number) => `${INBOXES_PATH}/${id}/edit`

/** Ids start at 1. */
export const DEFAULT_TEMPLATE = 0

export const presetNames = ['gmail', 'microsoft', 'fastmail', 'generic', 'forward'] as const
export type Preset = (typeof presetNames)[number]

const commonShape = {
  preset: z.enum(presetNames),
  name: InboxWrite.shape.name,
  address: z
    .string()
    .trim()
    .min(1)
    .max(320)
    .regex(/^[^\s\p{Cc}@<>,;"]+@[^\s\p{Cc}@<>,;"]+$/u, 'Enter an address such as help@example.com'),
  from_name: z
    .string()
    .max(160)
    .regex(/^[^\p{Cc}<>]*$/u, 'Write this on one line, without < and >'),
  aliases: z.array(emailAddress),
  receiver_enabled: z.boolean(),
  quote_history: z.boolean(),
  signature: z.string().max(5000),
  template_id: z.number(),
  brand_name: brandFields.brand_name,
  brand_logo_url: brandFields.brand_logo_url,
  brand_color: brandFields.brand_color,
  brand_footer: brandFields.brand_footer,
  csat_enabled: z.boolean(),
  smtp_host: z.union([z.literal(''), SmtpConfig.shape.host]),
  smtp_port: SmtpConfig.shape.port,
  smtp_tls_type: SmtpConfig.shape.tls_type,
  smtp_tls_skip_verify: SmtpConfig.shape.tls_skip_verify,
  smtp_auth: SmtpConfig.shape.auth_protocol,
  smtp_username: SmtpConfig.shape.username,
  smtp_password: SmtpConfig.shape.password,
  smtp_remove_password: z.boolean(),
  smtp_as_imap: z.boolean(),
}
const mailboxForm = z.object({
  ...commonShape,
  receiving: z.literal('imap'),
  imap_host: ImapConfig.shape.host,
  imap_port: ImapConfig.shape.port,
  imap_tls_type: ImapConfig.shape.tls_type,
  imap_tls_skip_verify: ImapConfig.shape.tls_skip_verify,
  imap_username: ImapConfig.shape.username,
  imap_password: ImapConfig.shape.password,
  imap_remove_password: z.boolean(),
  imap_mailbox: ImapConfig.shape.mailbox,
  imap_authserv_id: ImapConfig.shape.authserv_id.unwrap(),
})
const forwardingForm = z.object({ ...commonShape, receiving: z.literal('forward') })

/** Form values of an inbox. Flat, so that each field has its own error, counts as one change and can be kept out of storage. */
export type InboxFields = Omit<z.output<typeof mailboxForm>, 'receiving' | 'preset'> & {
  receiving: 'imap' | 'forward'
  /** "" until one is chosen. */
  preset: string
}

/** Until a preset is chosen, no other field is shown or checked. For forwarded email, the mailbox fields are ignored. */
export const inboxSchema = z
  .looseObject({ preset: commonShape.preset })
  .pipe(z.discriminatedUnion('receiving', [mailboxForm, forwardingForm])) as unknown as z.ZodType<
  unknown,
  InboxFields
> // both members read the one flat form

export const inboxSecretFields = ['imap_password', 'smtp_password'] as const

export const newInbox: InboxFields = {
  preset: '',
  name: '',
  address: '',
  from_name: '',
  aliases: [],
  receiver_enabled: true,
  quote_history: true,
  signature: '',
  template_id: DEFAULT_TEMPLATE,
  brand_name: '',
  brand_logo_url: '',
  brand_color: '',
  brand_footer: '',
  csat_enabled: false,
  receiving: 'imap',
  imap_host: '',
  imap_port: 993,
  imap_tls_type: 'tls',
  imap_tls_skip_verify: false,
  imap_username: '',
  imap_password: '',
  imap_remove_password: false,
  imap_mailbox: 'INBOX',
  imap_authserv_id: '',
  smtp_host: '',
  smtp_port: 587,
  smtp_tls_type: 'starttls',
  smtp_tls_skip_verify: false,
  smtp_auth: 'login',
  smtp_username: '',
  smtp_password: '',
  smtp_remove_password: false,
  smtp_as_imap: true,
}

/** Form values of an existing inbox. Never contains stored passwords. */
export function fieldsOf(inbox: Inbox): InboxFields {
  const [imap] = inbox.config.imap
  const [smtp] = inbox.config.smtp
  const from = parseFromHeader(inbox.from)
  return {
    ...newInbox,
    preset: 'generic',
    name: inbox.name,
    address: from.address,
    from_name: from.name,
    aliases: inbox.aliases,
    receiver_enabled: inbox.receiver_enabled,
    quote_history: inbox.quote_history,
    signature: inbox.signature,
    template_id: inbox.template_id ?? DEFAULT_TEMPLATE,
    brand_name: inbox.brand_name,
    brand_logo_url: inbox.brand_logo_url,
    brand_color: inbox.brand_color,
    brand_footer: inbox.brand_footer,
    csat_enabled: inbox.csat_enabled,
    receiving: imap ? 'imap' : 'forward',
    ...(imap && {
      imap_host: imap.host,
      imap_port: imap.port,
      imap_tls_type: imap.tls_type,
      imap_tls_skip_verify: imap.tls_skip_verify,
      imap_username: imap.username,
      imap_mailbox: imap.mailbox,
      imap_authserv_id: imap.authserv_id ?? findKnownAuthservId(imap.host) ?? '',
    }),
    ...(smtp && {
      smtp_host: smtp.host,
      smtp_port: smtp.port,
      smtp_tls_type: smtp.tls_type,
      smtp_tls_skip_verify: smtp.tls_skip_verify,
      // Without a username there is no authentication, whatever the protocol.
      smtp_auth: smtp.username === '' ? 'none' : smtp.auth_protocol,
      smtp_username: smtp.username,
    }),
    smtp_as_imap: false,
  }
}

export const toBrand = (fields: InboxFields) => ({
  template_id: fields.template_id === DEFAULT_TEMPLATE ? null : fields.template_id,
  brand_name: fields.brand_name,
  brand_logo_url: fields.brand_logo_url,
  brand_color: fields.brand_color,
  brand_footer: fields.brand_footer,
})

/** The request body. Keeps what the form does not show (further servers, intervals). */
export function toRequestBody(fields: InboxFields, inbox?: Inbox): z.input<typeof InboxWrite> {
  const address = fields.address.trim()
  return {
    name: fields.name,
    from: fields.from_name.trim() ? `${fields.from_name.trim()} <${address}>` : address,
    aliases: fields.aliases,
    receiver_enabled: fields.receiving === 'forward' || fields.receiver_enabled,
    quote_history: fields.quote_history,
    signature: fields.signature,
    ...toBrand(fields),
    csat_enabled: fields.csat_enabled,
    config: toConfig(fields, inbox),
  }
}

export function toConfig(fields: InboxFields, inbox?: Inbox): z.input<typeof InboxWrite>['config'] {
  const [imap, ...moreImap] = inbox?.config.imap ?? []
  const [smtp, ...moreSmtp] = inbox?.config.smtp ?? []
  const username = fields.imap_username || fields.address.trim()
  const sameSignIn = fields.smtp_as_imap && fields.receiving === 'imap'
  return {
    imap:
      fields.receiving === 'forward'
        ? []
        : [
            {
              ...imap,
              host: fields.imap_host,
              port: fields.imap_port,
              tls_type: fields.imap_tls_type,
              tls_skip_verify: fields.imap_tls_skip_verify,
              username,
              password: fields.imap_password,
              remove_password: fields.imap_remove_password,
              mailbox: fields.imap_mailbox,
              authserv_id: fields.imap_authserv_id,
            },
            ...moreImap,
          ],
    smtp:
      fields.smtp_host === ''
        ? []
        : [
            {
              ...smtp,
              host: fields.smtp_host,
              port: fields.smtp_port,
              tls_type: fields.smtp_tls_type,
              tls_skip_verify: fields.smtp_tls_skip_verify,
              auth_protocol: fields.smtp_auth,
              username:
                fields.smtp_auth === 'none'
                  ? ''
                  : sameSignIn
                    ? username
                    : fields.smtp_username || fields.address.trim(),
              password: sameSignIn ? fields.imap_password : fields.smtp_password,
              remove_password: fields.smtp_remove_password,
            },
            ...moreSmtp,
          ],
  }
}

/** Maps error paths of the API to those of the form. */
export function rethrowWithFormPaths(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new ApiError({
    ...error,
    message: error.message,
    errors: error.errors.map(({ path, message }) => ({ path: toFormPath(path), message })),
  })
}

function toFormPath(path: string): string {
  const [, kind, name] = /^config\.(imap|smtp)\.0\.(\w+)$/.exec(path) ?? []
  if (kind) return name === 'auth_protocol' ? 'smtp_auth' : `${kind}_${name}`
  // The address in From was already validated: an error of the server is about the name.
  return path === 'from' ? 'from_name' : path
}
