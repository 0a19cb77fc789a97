import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { clsx } from 'clsx'
import { AttributeCheckbox } from './attribute-checkbox.tsx'
import { AttributeChoice } from './attribute-choice.tsx'
import type { AttributeFieldProps } from './attribute-field-props.ts'
import { AttributeText } from './attribute-text.tsx'
import { readAttributeValue } from './attribute-value.ts'
import type { SaveAttribute } from './use-save-attribute.ts'

/** One row per attribute, in order of creation. */
export function AttributeList({
  attributes,
  values,
  save,
  editRequest,
  readOnly = false,
}: {
  attributes: readonly CustomAttribute[]
  values: Record<string, unknown>
  save: SaveAttribute
  /** The attribute to start editing. */
  editRequest: { id: number } | null
  readOnly?: boolean
}) {
  const sorted = attributes.toSorted((a, b) => a.id - b.id)
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)]">
      {sorted.map((attribute) => (
        <AttributeRow
          key={attribute.id}
          attribute={attribute}
          value={readAttributeValue(values, attribute.key)}
          save={(value) => save(attribute, value)}
          editRequest={editRequest?.id === attribute.id ? editRequest : null}
          readOnly={readOnly}
        />
      ))}
    </dl>
  )
}

/** In characters. A longer name gets its own row above the value. */
const MAX_INLINE_NAME_LENGTH = 22

function AttributeRow(props: AttributeFieldProps) {
  const { name, description, data_type } = props.attribute
  const Field = fieldComponents[data_type]
  const isLong = name.length > MAX_INLINE_NAME_LENGTH
  return (
    <>
      <dt
        dir="auto"
        title={description && description !== name ? `${name}: ${description}` : name}
        className={clsx(
          'self-start py-1 pr-1.5 hyphens-auto wrap-anywhere text-ink-3',
          isLong ? 'col-span-2 line-clamp-3 pb-0' : 'line-clamp-2',
        )}
      >
        {name}
      </dt>
      <dd className={clsx('min-w-0', isLong && 'col-span-2 -ml-1.5')}>
        <Field {...props} />
      </dd>
    </>
  )
}

const fieldComponents = {
  text: AttributeText,
  number: AttributeText,
  date: AttributeText,
  link: AttributeText,
  checkbox: AttributeCheckbox,
  list: AttributeChoice,
}
