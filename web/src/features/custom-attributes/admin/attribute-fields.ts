import { CustomAttributeWrite } from '@parley/contract/custom-attributes/custom-attribute-writes'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { z } from 'zod'

export type AttributeFields = z.input<typeof CustomAttributeWrite>

/** Types whose values can be checked with a pattern. */
export const hasPattern = (type: AttributeFields['data_type']): boolean =>
  type !== 'checkbox' && type !== 'list'

/** The request body. Values that the type doesn't use stay in the form, in case the type changes back, but are not sent. */
export const toRequestBody = (fields: AttributeFields): AttributeFields => ({
  ...fields,
  values: fields.data_type === 'list' ? fields.values : [],
  ...(hasPattern(fields.data_type) ? {} : { regex: '', regex_hint: '' }),
})

/** Validates what is sent, so that hidden fields can't be invalid. */
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

/** Derives a key from a name: "Größe (cm)" gives grosse_cm. Empty for a name without Latin letters. */
export const keyFromName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 140)
