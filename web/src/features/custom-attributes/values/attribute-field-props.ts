import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import type { readAttributeValue } from './attribute-value.ts'

/** Props of every control for an attribute's value. */
export type AttributeFieldProps = {
  attribute: CustomAttribute
  value: ReturnType<typeof readAttributeValue>
  /** Resolves with the error message, or null. */
  save: (value: AttributeFieldProps['value']) => Promise<string | null>
  editRequest: object | null
  readOnly: boolean
}
