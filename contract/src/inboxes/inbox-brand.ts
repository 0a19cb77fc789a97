import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, singleLine } from '../shared/fields.ts'
import { hexColor } from '../templates/template-colors.ts'
import { TemplatePreview } from '../templates/templates.ts'

export const maxFooterLength = 1000

/** How emails of an inbox look. Everything empty means: as the workspace's. */
export const brandFields = {
  /** The template around its emails; null for the default one. */
  template_id: id.nullable(),
  /** `{{ brand.name }}`; if empty, the workspace's name. */
  brand_name: singleLine(140),
  /** `{{ brand.logo }}`: "/uploads/…" as returned by `uploadInboxLogo`; if empty, the workspace's logo. */
  brand_logo_url: z.string().max(200),
  /** `{{ brand.color }}` as #rrggbb; if empty, Parley's. */
  brand_color: z.union([z.literal(''), hexColor], 'Enter a colour such as #3355cc'),
  /** `{{ brand.footer }}`: plain text, possibly several lines. */
  brand_footer: z
    .string()
    .max(maxFooterLength)
    .regex(/^[^\0]*$/, 'Enter this without control characters')
    .transform((text) => text.replace(/\r\n?/g, '\n').trim()),
}

const tag = 'inboxes'
const access = 'inboxes:manage'

/** A template that an inbox can use. */
export const TemplateOption = z.object({ id, name: z.string(), is_default: z.boolean() })
export type TemplateOption = z.infer<typeof TemplateOption>

export const listInboxTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/inboxes/templates',
  access,
  summary: 'List the templates that an inbox can use, the default first',
  tag,
  response: z.array(TemplateOption),
})
export const UploadedLogo = z.object({ url: z.string() })

/** The image is re-encoded and stored. It is used once its URL is saved with an inbox. */
export const uploadInboxLogo = endpoint({
  method: 'POST',
  path: '/api/v1/inboxes/logo',
  access,
  summary: 'Upload the logo of an inbox (multipart field: files)',
  tag,
  response: UploadedLogo,
  supports_idempotency_key: false,
  form: { files: { file: true } },
})
export const InboxBrand = z.object(brandFields)
export const previewInboxBrand = endpoint({
  method: 'POST',
  path: '/api/v1/inboxes/brand-preview',
  access,
  summary: 'Preview a reply with a brand, saved or not, and sample data',
  tag,
  body: InboxBrand.extend({
    inbox_name: z.string().max(140),
    inbox_email: z.string().max(320),
    signature: z.string().max(5000),
  }),
  response: TemplatePreview,
  supports_idempotency_key: false,
})
