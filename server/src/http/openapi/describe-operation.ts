import { buildExample } from '@parley/contract/openapi/build-example'
import { parameterDescriptions } from '@parley/contract/openapi/descriptions'
import { countsAsWrite, type Endpoint, supportsIdempotencyKey } from '@parley/contract/shared/endpoint'
import { acceptsIfMatch, returnsEtag } from '@parley/contract/shared/object-versions'
import { z } from 'zod'
import { errorResponses, errorStatusesOf } from './error-responses.ts'
import { headerRefs, rateLimitHeaders } from './response-headers.ts'

type Parameter = { name: string; in: string; description?: string }
type EnvelopeSchema = { properties?: object; required?: string[] }
type Media = Record<string, { schema?: EnvelopeSchema; example?: unknown }>
/** The parts of an operation that are added here; its summary, tag and schemas already exist. */
export type Operation = {
  operationId?: string
  description?: string
  security?: object[]
  parameters?: (Parameter | object)[]
  requestBody?: { required?: boolean; content: Media }
  responses?: Record<string, { description?: string; headers?: object; content?: Media } | { $ref: string }>
}

/** Adds what schemas do not express: required access, parameter descriptions, examples and possible errors. */
export function describeOperation(name: string, e: Endpoint, operation: Operation): Operation {
  return {
    ...operation,
    operationId: name,
    description: [describeAccess(e), ...(isPartialUpdate(e) ? [partialUpdateNote] : [])].join(' '),
    security: e.access === 'public' ? [] : signInSchemes,
    parameters: describeParameters(name, e, operation),
    ...describeBody(e, operation),
    responses: { ...errorResponseRefs(e), ...successResponses(e, operation) },
  }
}

const describeAccess = ({ access }: Endpoint) =>
  access === 'public'
    ? 'No sign-in needed.'
    : access === 'agent'
      ? 'Available to every signed-in agent.'
      : `Requires the permission \`${access}\`.`

/** Whether a PUT updates fields of an object, rather than setting a single value. */
const isPartialUpdate = ({ method, body, form = {} }: Endpoint) =>
  method === 'PUT' &&
  (Object.values(form).some((field) => 'text' in field) ||
    (body instanceof z.ZodObject && body.safeParse({}).success))

const partialUpdateNote = 'Omitted keys keep their value; null clears a nullable field.'

const signInSchemes = [{ api_key: [] }, { basic: [] }, { session: [] }]

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
  description:
    'Any unique value, such as a UUID. Repeating a call with the same key returns the first response.',
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'The `ETag` of the object as you loaded it. If it has changed since, the response is 412 and nothing is saved. If omitted or `*`, any version is overwritten.',
}

function describeParameters(name: string, e: Endpoint, { parameters = [] }: Operation): object[] {
  const described = (parameters as Parameter[]).map((one) => ({
    ...one,
    description: parameterDescriptions[`${name}.${one.name}`] ?? parameterDescriptions[one.name],
  }))
  return [
    ...described,
    ...(supportsIdempotencyKey(e) ? [idempotencyKey] : []),
    ...(acceptsIfMatch(e) ? [ifMatch] : []),
  ]
}

function describeBody(e: Endpoint, { requestBody }: Operation): Pick<Operation, 'requestBody'> {
  if (e.form)
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema(e.form) } } },
    }
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return {}
  const example = buildExample(e.body, 'input', e.tag)
  return {
    requestBody: {
      required: !e.body.safeParse(undefined).success,
      content: { 'application/json': { schema, example } },
    },
  }
}

/** The contract has no schema for bytes. */
function formSchema(form: NonNullable<Endpoint['form']>): object {
  const fields = Object.entries(form).map(([name, field]) => {
    if ('file' in field) return [name, { type: 'string', format: 'binary' }]
    const { $schema, ...text } = z.toJSONSchema(field.text, { io: 'input', unrepresentable: 'any' })
    return [name, text]
  })
  const required = Object.entries(form).flatMap(([name, field]) =>
    'file' in field ? (field.optional ? [] : [name]) : field.text.safeParse(undefined).success ? [] : [name],
  )
  return { type: 'object', properties: Object.fromEntries(fields), required }
}

function successResponses(e: Endpoint, operation: Operation) {
  const answer = successResponse(e, operation)
  const alternatives = Object.entries(e.other_statuses ?? {}).map(([status, description]) => [
    status,
    {
      ...answer,
      description,
      headers: headerRefs(['X-Request-Id', ...(status === '503' ? (['Retry-After'] as const) : [])]),
    },
  ])
  return { 200: answer, ...Object.fromEntries(alternatives) }
}

const changesConversations = (e: Endpoint) =>
  e.method !== 'GET' && e.access !== 'public' && /^\/api\/v1\/(conversations|undo)\b/.test(e.path)

function successResponse(e: Endpoint, { responses = {} }: Operation) {
  const headers = headerRefs([
    'X-Request-Id',
    ...(returnsEtag(e) ? (['ETag'] as const) : []),
    ...(changesConversations(e) ? (['X-Event-Id'] as const) : []),
    ...(countsAsWrite(e) ? rateLimitHeaders : []),
  ])
  if (e.raw_media_type)
    return {
      description: 'The file itself, without an envelope',
      headers,
      content: { [e.raw_media_type]: { schema: { type: 'string', format: 'binary' } } },
    }
  const generated = responses['200']
  const schema =
    generated && 'content' in generated ? generated.content?.['application/json']?.schema : undefined
  const data = buildExample(e.response, 'output', e.tag)
  const message = data !== null && typeof data === 'object' && 'message' in data ? data.message : 'Done'
  return {
    description: 'Done',
    headers,
    content: {
      'application/json': {
        schema: e.has_message ? addMessageProperty(schema) : schema,
        example: { status: 'success', ...(e.has_message && { message }), data },
      },
    },
  }
}

const addMessageProperty = (schema: EnvelopeSchema = {}): EnvelopeSchema => ({
  ...schema,
  properties: { ...schema.properties, message: { type: 'string' } },
  required: [...(schema.required ?? []), 'message'],
})

const errorResponseRefs = (e: Endpoint) =>
  Object.fromEntries(
    errorStatusesOf(e).map((status) => [
      status,
      { $ref: `#/components/responses/${errorResponses[status].name}` },
    ]),
  )
