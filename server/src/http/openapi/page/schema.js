// Schemas as expandable lists. Named schemas are rendered when opened, because they can refer to each other.

export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

export function text(name, words, className) {
  const made = element(name, className ? { class: className } : {})
  made.textContent = words
  return made
}

/** A schema on one line, with the fields of its object below. */
export function schemaView(openapi, schema) {
  const fields = fieldsOf(openapi, schema)
  if (!fields) return text('span', typeName(schema), 'type')
  const details = element('details', { class: 'schema' }, [
    element('summary', {}, [text('span', typeName(schema), 'type')]),
  ])
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(fieldList(openapi, fields))
  })
  return details
}

const resolve = (openapi, schema) =>
  schema?.$ref ? openapi.components.schemas[schema.$ref.split('/').at(-1)] : schema

/** The object schema of an object, a list of objects, or a union. */
function fieldsOf(openapi, schema) {
  const shape = resolve(openapi, schema)
  if (!shape) return null
  if (shape.properties) return shape
  if (shape.items) return fieldsOf(openapi, shape.items)
  const choices = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]
  for (const choice of choices) {
    const fields = fieldsOf(openapi, choice)
    if (fields) return fields
  }
  return null
}

const fieldList = (openapi, { properties, required = [] }) =>
  element(
    'ul',
    { class: 'fields' },
    Object.entries(properties).map(([name, schema]) =>
      element('li', {}, [
        text('code', name),
        ...(required.includes(name) ? [text('span', 'required', 'quiet')] : []),
        schemaView(openapi, schema),
      ]),
    ),
  )

export function typeName(schema = {}) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeName).join(' | ')
  if (schema.allOf) return schema.allOf.map(typeName).join(' & ')
  if (schema.items) return `list of ${typeName(schema.items)}`
  const kind = [schema.type ?? 'anything'].flat().join(' | ')
  return [kind, ...boundsOf(schema)].join(', ')
}

const boundsOf = ({ format, minimum, maximum, minLength, maxLength, ...schema }) => [
  ...(format ? [format] : []),
  ...(minimum !== undefined ? [`from ${minimum}`] : []),
  ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [`to ${maximum}`] : []),
  ...(minLength ? [`${minLength} characters or more`] : []),
  ...(maxLength ? [`${maxLength} characters at most`] : []),
  ...(schema.default !== undefined ? [`default ${JSON.stringify(schema.default)}`] : []),
]
