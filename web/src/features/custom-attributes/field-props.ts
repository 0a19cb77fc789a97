import type { CustomAttribute } from '@parley/contract/custom-attributes'
import type { valueIn } from './with-value.ts'

/** What every control for an attribute's value is given. */
export type FieldProps = {
  attribute: CustomAttribute
  value: ReturnType<typeof valueIn>
  /** Resolves with the reason why the value was refused, or null. */
  save: (value: FieldProps['value']) => Promise<string | null>
  asked: object | null
  locked: boolean
}
