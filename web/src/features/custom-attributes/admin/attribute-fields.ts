import { CustomAttributeWrite } from '@parley/contract/custom-attributes/custom-attribute-writes'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { z } from 'zod'

export type AttributeFields = z.input<typeof CustomAttributeWrite>

/** The types whose values a pattern can judge. */
export const hasPattern = (type: AttributeFields['data_type']): boolean =>
  type !== 'checkbox' && type !== 'list'

/** What is sent: what the type has no use for stays in the form, for whoever changes their mind, and goes nowhere. */
export const toRequestBody = (fields: AttributeFields): AttributeFields => ({
  ...fields,
  values: fields.data_type === 'list' ? fields.values : [],
  ...(hasPattern(fields.data_type) ? {} : { regex: '', regex_hint: '' }),
})

/** Judges what is sent, so that nothing out of sight can be wrong. */
export const attributeSchema = z.preprocess(
  (fields) => toRequestBody(fields as AttributeFields), // the form's own values
  CustomAttributeWrite,
) as z.ZodType<unknown, AttributeFields> // preprocess forgets the type of what goes in

export const newAttribute = (applies_to: CustomAttribute['applies_to']): AttributeFields => ({
  name: '',
  description: '',
  applies_to,
  data_type: 'text',
  key: '',
  values: [],
  regex: '',
  regex_hint: '',
})

export const fieldsOf = (attribute: CustomAttribute): AttributeFields => ({
  name: attribute.name,
  description: attribute.description,
  applies_to: attribute.applies_to,
  data_type: attribute.data_type,
  key: attribute.key,
  values: attribute.values,
  regex: attribute.regex,
  regex_hint: attribute.regex_hint,
})

/** The key that a name suggests: of "Größe (cm)" it is grosse_cm. Empty for a name without a Latin letter. */
export const keyFromName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 140)
