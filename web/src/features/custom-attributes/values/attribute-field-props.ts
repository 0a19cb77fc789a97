import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import type { readAttributeValue } from './attribute-value.ts'

/** What every control for an attribute's value is given. */
export type AttributeFieldProps = {
  attribute: CustomAttribute
  value: ReturnType<typeof readAttributeValue>
  /** Resolves with the reason why the value was refused, or null. */
  save: (value: AttributeFieldProps['value']) => Promise<string | null>
  editRequest: object | null
  readOnly: boolean
}
