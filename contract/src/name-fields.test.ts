import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all-endpoints.ts'
import { buildExample } from './openapi/build-example.ts'
import { lastName, nonEmptyLine, sanitiseName, singleLine } from './shared/fields.ts'

type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}
type Path = (string | number)[]

const nameKeys = new Set(['name', 'title', 'first_name', 'last_name', 'app.site_name'])

/** References to an existing object by its name. */
const nameReferences = /^(createAgent|updateAgent) (roles|teams)\.0\.name$|^setTags tags\.0\.name$/
/** Not saved, only used in the preview. */
const unsavedNames = /^previewTemplate name$/

/** The paths of name fields in a body. */
function namePaths(json: JsonSchema, path: Path = []): Path[] {
  const parts = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])]
  const ownPaths = Object.entries(json.properties ?? {}).flatMap(([key, value]) => {
    const isText = [value, ...(value.anyOf ?? [])].some(({ type }) => [type].flat().includes('string'))
    return nameKeys.has(key) && isText ? [[...path, key]] : namePaths(value, [...path, key])
  })
  return [
    ...ownPaths,
    ...(json.items ? namePaths(json.items, [...path, 0]) : []),
    ...parts.flatMap((part) => namePaths(part, path)),
  ]
}

function withValueAt(target: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof key === 'number')
    return [withValueAt(Array.isArray(target) ? target[0] : undefined, rest, value)]
  const object = (target ?? {}) as Record<string, unknown> // an object wherever a key is set
  return { ...object, [key]: withValueAt(object[key], rest, value) }
}

type NameField = { where: string; path: Path; read(value: string): z.ZodSafeParseResult<unknown> }

const fields: NameField[] = [...allEndpoints].flatMap(([operation, e]): NameField[] => {
  const body = e.body instanceof z.ZodUndefined ? null : e.body
  const json = body
    ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema)
    : {} // zod's type has the same keys
  const example = body ? buildExample(body, 'input', e.tag) : {}
  const ofBody = namePaths(json).map((path) => ({
    where: `${operation} ${path.join('.')}`,
    path,
    read: (value: string) => e.body.safeParse(withValueAt(example, path, value)),
  }))
  const ofForm = Object.entries(e.form ?? {}).flatMap(([key, field]) =>
    'text' in field && nameKeys.has(key)
      ? [{ where: `${operation} ${key}`, path: [], read: (value: string) => field.text.safeParse(value) }]
      : [],
  )
  return [...ofBody, ...ofForm]
})
const names = fields.filter(({ where }) => !nameReferences.test(where) && !unsavedNames.test(where))

test('name fields are found in all create and update endpoints', () => {
  const operations = new Set(names.map(({ where }) => where.split(' ')[0]))
  for (const entity of [
    'Tag',
    'Status',
    'Role',
    'Team',
    'Agent',
    'CustomAttribute',
    'Macro',
    'View',
    'SlaPolicy',
    'BusinessHours',
    'Template',
    'Webhook',
    'Oidc',
    'Inbox',
    'AiProvider',
    'AiPrompt',
  ])
    for (const verb of ['create', 'update'])
      expect(
        [...operations].filter((operation_name) =>
          operation_name?.toLowerCase().startsWith(`${verb}${entity}`.toLowerCase()),
        ),
      ).not.toEqual([])
  expect(names.length).toBeGreaterThan(45)
})

test.each(names)('$where must be a single visible line', ({ path, read }) => {
  const issuesOf = (value: string) =>
    (read(value).error?.issues ?? []).filter((issue) => issue.path.join('.') === path.join('.'))
  for (const invalid of [
    'a\u0000b',
    'a\u0007b',
    'a\nb',
    'a\r\nb',
    'a\tb',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
  ])
    expect([invalid, issuesOf(invalid).map(({ message }) => message)]).toEqual([
      invalid,
      ['Enter this on one line, without control characters'],
    ])
  for (const bidirectional_text of ['abc\u202etxt', 'a\u2066bc', 'a\u202abc\u202c'])
    expect([bidirectional_text, issuesOf(bidirectional_text).length]).toEqual([bidirectional_text, 1])
  for (const unseen of [
    '\u200b\u200b',
    '\u2060\u2060',
    '\u00ad\u200d',
    '\u3164\u3164',
    '\u2800\u2800',
    '\u{e0041}',
  ])
    expect([unseen, issuesOf(unseen).length > 0]).toEqual([unseen, true])
  for (const valid of [
    'Zoë “Müller” & Söhne',
    'مرحبا\u200f 12',
    'نمی\u200cدانم',
    '支持团队',
    '👩‍👧 Family',
    ' padded ',
  ])
    expect([valid, issuesOf(valid)]).toEqual([valid, []])
})

test('a last name is optional, a name is not', () => {
  expect([lastName.parse(null), lastName.parse(undefined), lastName.parse('  ')]).toEqual(['', '', ''])
  expect(singleLine(5).parse(' ')).toBe('')
  expect(nonEmptyLine(5).safeParse(' ').error?.issues[0]?.message).toBe('This cannot be empty')
})

test('an imported name is stripped of invalid characters', () => {
  expect(sanitiseName(' Eve\r\n\u202eecilA\u0000  ')).toBe('Eve ecilA')
  expect(sanitiseName('Zoë 👩‍👧')).toBe('Zoë 👩‍👧')
})
