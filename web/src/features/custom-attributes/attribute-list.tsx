import type { CustomAttribute } from '@parley/contract/custom-attributes'
import { AttributeCheckbox } from './attribute-checkbox.tsx'
import { AttributeChoice } from './attribute-choice.tsx'
import { AttributeText } from './attribute-text.tsx'
import type { FieldProps } from './field-props.ts'
import type { SaveAttribute } from './use-save-attribute.ts'
import { valueIn } from './with-value.ts'

/** A line for each attribute, in the order in which they were made. */
export function AttributeList({
  attributes,
  values,
  save,
  asked,
  locked = false,
}: {
  attributes: readonly CustomAttribute[]
  values: Record<string, unknown>
  save: SaveAttribute
  /** The attribute to edit now. */
  asked: { id: number } | null
  /** To be read only. */
  locked?: boolean
}) {
  const inOrder = attributes.toSorted((a, b) => a.id - b.id)
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)]">
      {inOrder.map((attribute) => (
        <AttributeLine
          key={attribute.id}
          attribute={attribute}
          value={valueIn(values, attribute.key)}
          save={(value) => save(attribute, value)}
          asked={asked?.id === attribute.id ? asked : null}
          locked={locked}
        />
      ))}
    </dl>
  )
}

function AttributeLine(props: FieldProps) {
  const { name, description, data_type } = props.attribute
  const Field = fields[data_type]
  return (
    <>
      <dt
        dir="auto"
        title={description && description !== name ? `${name}: ${description}` : name}
        className="line-clamp-2 self-start py-1 pr-1.5 wrap-anywhere text-ink-3"
      >
        {name}
      </dt>
      <dd className="min-w-0">
        <Field {...props} />
      </dd>
    </>
  )
}

const fields = {
  text: AttributeText,
  number: AttributeText,
  date: AttributeText,
  link: AttributeText,
  checkbox: AttributeCheckbox,
  list: AttributeChoice,
}
