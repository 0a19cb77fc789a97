import { contentSlot, type Template, type TemplateWrite } from '@parley/contract/templates/templates'
import type { z } from 'zod'

export type TemplateFields = z.input<typeof TemplateWrite>

export const TEMPLATES_PATH = '/admin/templates'
export const templatePath = (id: number) => `${TEMPLATES_PATH}/${id}/edit`

/** A simple layout to start with. */
export const newTemplate: TemplateFields = {
  name: '',
  type: 'email_outgoing',
  subject: null,
  body: `${contentSlot}
<p style="margin-top: 24px; color: #667085; font-size: 12px">
  {{ site_name }} · #{{ conversation.reference_number }}
</p>
`,
  is_default: false,
}

export const fieldsOf = ({ name, type, subject, body, is_default }: Template): TemplateFields => ({
  name,
  type,
  subject,
  body,
  is_default,
})

const personVariables = (who: string) =>
  ['first_name', 'last_name', 'full_name', 'email'].map((part) => `${who}.${part}`)

const notificationVariables = [
  ...['metric', 'due_in', 'overdue_by'].map((part) => `sla.${part}`),
  ...['rating', 'has_comment'].map((part) => `csat.${part}`),
  ...['count', 'more', 'conversations'],
  ...['open', 'due', 'unassigned'].flatMap((list) => [`digest.${list}_count`, `digest.${list}`]),
  ...['rated_count', 'rating'].map((part) => `digest.${part}`),
]

/** Variables that a type of template can use. */
export const listVariables = (type: Template['type']): string[] => [
  ...(type === 'email_outgoing' ? ['content'] : ['button', 'link', 'valid_for', 'change']),
  ...['reference_number', 'subject', 'priority', 'uuid'].map((part) => `conversation.${part}`),
  ...personVariables('contact'),
  ...personVariables('recipient'),
  ...personVariables('author'),
  ...(type === 'email_outgoing' ? [] : notificationVariables),
  ...['site_name', 'root_url', 'logo_url', 'date'],
]
