import { renderDesign } from '@parley/contract/templates/render-design'
import { TemplateDesign } from '@parley/contract/templates/template-design'
import { contentSlot, type Template, TemplateWrite } from '@parley/contract/templates/templates'
import { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'
import { createStarterDesign, readDesignField, toDesignField } from './visual/design-draft.ts'

/** Form values of a template. `design` is described at toDesignField; while there is one, it makes the body. */
export type TemplateFields = Omit<z.input<typeof TemplateWrite>, 'design' | 'is_default'> & {
  is_default: boolean
  design: string
}

export const templateSchema = TemplateWrite.extend({ design: z.string() }).superRefine(
  ({ design: field }, { addIssue }) => {
    const design = readDesignField(field)
    const [issue] = (design && TemplateDesign.safeParse(design).error?.issues) || []
    if (issue) addIssue({ code: 'custom', path: ['design'], message: issue.message })
  },
) as unknown as z.ZodType<unknown, TemplateFields> // an extended schema loses the type of its input

export const TEMPLATES_PATH = '/admin/templates'
export const templatePath = (id: number) => `${TEMPLATES_PATH}/${id}/edit`

export const createTemplateFields = (): TemplateFields => ({
  name: '',
  type: 'email_outgoing',
  subject: null,
  body: contentSlot,
  is_default: false,
  design: toDesignField(createStarterDesign()),
})

export const fieldsOf = ({ name, type, subject, body, is_default, design }: Template): TemplateFields => ({
  name,
  type,
  subject,
  body,
  is_default,
  design: toDesignField(design),
})

export function toRequestBody({ design: field, ...fields }: TemplateFields): z.input<typeof TemplateWrite> {
  const design = readDesignField(field)
  return { ...fields, design, body: design ? renderDesign(design) : fields.body }
}

/** The form has one field for the whole design. */
export function rethrowWithFormPaths(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new ApiError({
    ...error,
    message: error.message,
    errors: error.errors.map(({ path, message }) => ({
      path: path.startsWith('design.') ? 'design' : path,
      message,
    })),
  })
}

const personVariables = (who: string) =>
  ['first_name', 'last_name', 'full_name', 'email'].map((part) => `${who}.${part}`)

const notificationVariables = [
  ...['metric', 'due_in', 'overdue_by'].map((part) => `sla.${part}`),
  ...['rating', 'has_comment'].map((part) => `csat.${part}`),
  ...['count', 'more', 'conversations', 'alert.subject', 'alert.items'],
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
  ...['name', 'email'].map((part) => `inbox.${part}`),
  ...['name', 'logo', 'color', 'contrast_color', 'footer'].map((part) => `brand.${part}`),
  ...['site_name', 'root_url', 'logo_url', 'date'],
]
