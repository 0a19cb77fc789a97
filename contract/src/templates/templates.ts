import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, addedKey, id, idParams, instant, nonEmptyLine } from '../shared/fields.ts'
import { TemplateDesign } from './template-design.ts'

/** `email_outgoing` wraps replies to customers; `email_notification` is for system mail to agents. */
export const templateTypes = ['email_outgoing', 'email_notification'] as const
export const TemplateType = z.enum(templateTypes, 'The type must be email_outgoing or email_notification')
export type TemplateType = z.infer<typeof TemplateType>

export const Template = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  type: TemplateType,
  name: z.string(),
  subject: z.string().nullable(),
  body: z.string(),
  is_default: z.boolean(),
  is_builtin: z.boolean(),
  /** What the visual editor made the body from; null for a body that was written as code. */
  design: addedKey(TemplateDesign.nullable(), null),
})
export type Template = z.infer<typeof Template>

export const ListedTemplate = Template.extend({
  /** The inboxes that chose it, by name. */
  inbox_names: addedKey(z.array(z.string()), []),
})
export type ListedTemplate = z.infer<typeof ListedTemplate>

const subject = z
  .string()
  .max(1000)
  .nullish()
  .transform((text) => text ?? null)
const body = z.string().max(100_000)

export const TemplateWrite = z.object({
  name: nonEmptyLine(140),
  /** HTML with Liquid. */
  body: body.min(1, 'This cannot be empty'),
  /** Only for notifications: replies use the subject of their conversation. */
  subject,
  type: TemplateType.default('email_outgoing'),
  is_default: z.boolean().default(false),
  /** A design of the visual editor, for reply templates: the body is made from it. Another body without a new design removes it. */
  design: TemplateDesign.nullish().transform((design) => design ?? null),
})

/** The position of a template error; both count from 1. */
export const TemplateProblem = z.object({
  path: z.enum(['body', 'subject']),
  line: z.int(),
  column: z.int(),
  message: z.string(),
})
export type TemplateProblem = z.infer<typeof TemplateProblem>

export const TemplatePreview = z.object({
  subject: z.string(),
  /** A complete page; empty if there is an error. */
  html: z.string(),
  problem: TemplateProblem.nullable(),
  /** The number of the conversation used as sample data; null if there is none and made-up data is used. */
  reference_number: z.string().nullable(),
})
export type TemplatePreview = z.infer<typeof TemplatePreview>

/** The placeholder for replies before `{{ content }}` existed. */
const legacySlotPattern = /\{\{-?\s*template\s+["'`]content["'`](?:\s+\.)?\s*-?\}\}/g
export const contentSlot = '{{ content }}'

/** Replaces the legacy placeholder (docs/spec/product-decisions.md#template-language). */
export const replaceLegacySlot = (source: string): string => source.replace(legacySlotPattern, contentSlot)

/** Emails with a sign-in link. Their templates show it as a button and cannot use it in any other way. */
export const signInTemplates = ['Invitation', 'Password reset'] as const
export type SignInTemplate = (typeof signInTemplates)[number]
export const isSignInTemplate = (name: string): name is SignInTemplate =>
  (signInTemplates as readonly string[]).includes(name)

/** Templates that only people who can change how others sign in can edit: the sign-in emails, and the notification of such changes. */
export const affectsSignIn = ({ name, is_builtin }: Pick<Template, 'name' | 'is_builtin'>): boolean =>
  is_builtin && (isSignInTemplate(name) || name === 'Security change')

/** Why this template cannot be deleted, or null when it can. */
export const templateDeletionRefusal = (
  template: Pick<Template, 'is_default' | 'is_builtin'>,
): string | null =>
  template.is_builtin
    ? 'Built-in templates can’t be deleted. Edit it instead'
    : template.is_default
      ? 'This is the default template for replies. Make another one the default first'
      : null

const tag = 'templates'
export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/templates',
  access: 'templates:manage',
  summary: 'List the templates of a type',
  tag,
  query: z.object({ type: TemplateType }),
  response: z.array(ListedTemplate),
})
export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/templates/:id',
  access: 'templates:manage',
  summary: 'Get a template',
  tag,
  params: idParams,
  response: Template,
})
export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates',
  access: 'templates:manage',
  summary: 'Create a template; a new default takes the place of the old one',
  tag,
  body: TemplateWrite,
  response: Template,
})
export const TemplateChanges = changesTo(TemplateWrite)
export const updateTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/templates/:id',
  access: 'templates:manage',
  summary: 'Update a template; a new default replaces the previous one',
  tag,
  params: idParams,
  body: TemplateChanges,
  response: Template,
})
export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/v1/templates/:id',
  access: 'templates:manage',
  summary: 'Delete a template that is neither built in nor the default',
  tag,
  params: idParams,
  response: acknowledgement,
})
/** The only notification that goes to contacts; all others go to agents. */
export const surveyTemplate = 'Satisfaction survey'

export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/templates/preview',
  access: 'templates:manage',
  summary: 'Preview a template, saved or not, with a conversation you have access to',
  tag,
  body: z.object({
    type: TemplateType,
    /** For a notification, the name determines the recipient. */
    name: z.string().max(140).nullish(),
    body,
    subject,
    /** If given, the body is made from it. */
    design: TemplateDesign.nullish(),
    /** The inbox whose brand is shown; by default that of the conversation. */
    inbox_id: id.nullish(),
    /** Defaults to the newest one. */
    reference_number: z.string().max(40).nullish(),
  }),
  response: TemplatePreview,
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
