import { z } from 'zod'
import { withJsonSchema } from './json-schema-override.ts'

/** A timestamp, RFC 3339 in UTC with milliseconds. PostgreSQL has no year 0. */
export const instant = z.iso.datetime({ offset: true }).refine((at) => at >= '0001', 'The year 0 isn’t valid')

export const id = z.int().positive()

/** The largest integer of PostgreSQL's `integer`. */
export const maxInt4 = 2_147_483_647

const wholeNumberMessage = 'Enter a whole number'
/** A number that may be sent as a string, as all numbers in URLs are. `Number()` alone also accepts "0x1", "1e0", " 1" and "". */
export const numberFromString = (schema: z.ZodInt, message = wholeNumberMessage) =>
  withJsonSchema(
    z.codec(z.union([z.string().regex(/^-?\d{1,20}$/, message), z.number(message)], message), schema, {
      decode: Number,
      encode: (value) => value,
    }),
    () => toJsonSchema(schema),
  )

function toJsonSchema(schema: z.ZodType): object {
  const { $schema, ...json } = z.toJSONSchema(schema)
  return json
}

export const wholeNumber = (min: number, max: number) =>
  numberFromString(z.int(wholeNumberMessage).min(min).max(max))

const idMessage = 'An id must be a whole number'
/** An id in a path: digits on the wire, a number in code. */
export const idParam = numberFromString(z.int(idMessage).positive(idMessage), idMessage)

export const idParams = z.object({ id: idParam })

export const uuidParams = z.object({ uuid: z.uuid() })

/**
 * A key that was added to an existing response. During a rolling upgrade a newer browser also talks to servers of the last release, which
 * leave it out, so reading fills it in; this server always sends it. One release later it is an ordinary key.
 */
export const addedKey = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>): Schema =>
  schema.default(() => fallback as never) as unknown as Schema // a key of this type, which is always there

/** The response of calls that return no data. */
export const acknowledgement = z.literal(true)

/** More than anyone needs, and well below PostgreSQL's limit of parameters in a statement. */
const maxListLength = 1000

/** An optional list; empty if omitted or null. */
export const optionalListOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .max(maxListLength, `A list can have at most ${maxListLength} entries`)
    .nullish()
    .transform((items) => items ?? [])

/** The name of an existing object. Older clients send back the object they received: `{id, name, …}`. */
export const nameReference = z
  .union([z.string(), z.object({ name: z.string() })], 'Enter a name, or an object with a name')
  .transform((value) => (typeof value === 'string' ? value : value.name))

/** Spelled out as ranges, because consumers of the OpenAPI document may support neither \p{Cc} nor the flag it needs. */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f'
/** Control characters, line and paragraph separators, and bidirectional overrides. */
export const unprintableCharacters = `${controlCharacters}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069`
/** PostgreSQL rejects U+0000, and names and email headers must not contain line breaks. */
export const singleLinePattern = new RegExp(`^[^${unprintableCharacters}]*$`)
export const singleLineMessage = 'Enter this on one line, without control characters'

/** Neither blank nor made up of invisible characters, such as zero-width spaces. */
const hasVisibleCharacters = (text: string) =>
  text === '' || /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text)

/** A single line of readable text, trimmed. May be empty. */
export const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(singleLinePattern, singleLineMessage)
    .refine(hasVisibleCharacters, 'Enter at least one visible character')

/** A single line that must not be empty, such as a name. */
export const nonEmptyLine = (max: number) => singleLine(max).min(1, 'This cannot be empty')

/** A last name, which not everyone has. */
export const lastName = singleLine(140)
  .nullish()
  .transform((name) => name ?? '')

/** Turns outside text into a valid name, by removing what `nonEmptyLine` rejects. */
export const sanitiseName = (text: string): string =>
  text
    .replace(new RegExp(`[${unprintableCharacters}]+`, 'g'), ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** An IANA time zone, such as Europe/Berlin. */
export const timeZone = z
  .string()
  .max(140)
  .refine(isTimeZone, 'This time zone doesn’t exist. Choose one such as Europe/Berlin')

function isTimeZone(name: string): boolean {
  // A bare offset has no daylight saving time.
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** A bare email address (RFC 5322 addr-spec), trimmed and lower-cased. */
export const emailAddress = withJsonSchema(z.string().trim().toLowerCase().max(320), () => ({
  type: 'string',
  format: 'email',
  maxLength: 320,
})).pipe(
  z.email({
    error: 'Enter a valid email address',
    pattern: /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/,
  }),
)

const pageNumber = <Fallback extends number | undefined>(
  fallback: Fallback,
  max: number,
  /** Larger values are reduced to this. */
  cap = max,
) =>
  withJsonSchema(z.union([z.string(), z.number()]), () => ({
    type: 'integer',
    minimum: 1,
    maximum: max,
    ...(fallback && { default: fallback }),
  }))
    .optional()
    .transform((value) => {
      const n = Number(value)
      return Number.isFinite(n) && n >= 1 ? Math.min(Math.floor(n), cap) : fallback
    })

/** A page number that distinguishes "omitted" from 1. */
export const optionalPage = pageNumber(undefined, 1_000_000)

/** Page parameters with the defaults that old clients rely on (quirk Q12). */
export const pageQuery = (size: number, maxSize = 100) => ({
  page: pageNumber(1, 1_000_000),
  page_size: pageSizeUpTo(maxSize, size),
})

/** A larger page size is reduced to the maximum, because existing clients may request more messages (docs/spec/wire.md#lists-and-filters). */
export const cappedPageSize = (max: number, fallback: number) => pageNumber(fallback, max)

const pageSizeUpTo = (max: number, fallback: number) =>
  pageNumber(fallback, max, Number.MAX_SAFE_INTEGER).refine((size) => size <= max, {
    error: `A page can have at most ${max} rows`,
  })

/** The sort order of a list. Lists also accept the older names prefixed with a table, and reject others with their own message. */
export const sortQuery = (fields: readonly string[]) => ({
  order: withJsonSchema(z.string(), () => ({ type: 'string', enum: ['asc', 'desc'] })).optional(),
  order_by: withJsonSchema(z.string(), () => ({ type: 'string', enum: [...new Set(fields)] })).optional(),
})

/** A page of results (docs/spec/wire.md#answers, docs/spec/product-decisions.md#deep-lists). */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    total: z.int(),
    total_is_estimate: z.boolean(),
    per_page: z.int(),
    total_pages: z.int(),
    page: z.int(),
    next_cursor: z.string().nullable(),
  })
