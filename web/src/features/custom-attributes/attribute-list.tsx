import type { CustomAttribute } from '@parley/contract/custom-attributes'
import { clsx } from 'clsx'
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
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)]">
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

/** In characters; a longer name stands above its value, where it has the whole width. */
const BESIDE = 22

function AttributeLine(props: FieldProps) {
  const { name, description, data_type } = props.attribute
  const Field = fields[data_type]
  const long = name.length > BESIDE
  return (
    <>
      <dt
        dir="auto"
        title={description && description !== name ? `${name}: ${description}` : name}
        className={clsx(
          'self-start py-1 pr-1.5 hyphens-auto wrap-anywhere text-ink-3',
          long ? 'col-span-2 line-clamp-3 pb-0' : 'line-clamp-2',
        )}
      >
        {name}
      </dt>
      <dd className={clsx('min-w-0', long && 'col-span-2 -ml-1.5')}>
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
