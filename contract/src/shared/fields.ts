import { z } from 'zod'
import { withJsonSchema } from './json-schema-override.ts'

/** An instant, RFC 3339 in UTC with milliseconds. A database knows no year 0. */
export const instant = z.iso.datetime({ offset: true }).refine((at) => at >= '0001', 'There is no year 0')

export const id = z.int().positive()

/** The largest integer of PostgreSQL's `integer`. */
export const maxInt4 = 2_147_483_647

const wholeNumberMessage = 'Write a whole number in digits'
/** A number that may come as digits, as everything in an address does. `Number()` alone also reads "0x1", "1e0", " 1" and "". */
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

const idMessage = 'An id is a whole number'
/** An id in a path: a string of digits on the wire, a number inside. */
export const idParam = numberFromString(z.int(idMessage).positive(idMessage), idMessage)

export const idParams = z.object({ id: idParam })

export const uuidParams = z.object({ uuid: z.uuid() })

/** What calls answer that have nothing to say. */
export const acknowledgement = z.literal(true)

/** More than anybody means, and far fewer than a statement of PostgreSQL takes values. */
const maxListLength = 1000

/** The default when an optional list is left out or null. */
export const optionalListOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .max(maxListLength, `A list has ${maxListLength} entries at most`)
    .nullish()
    .transform((items) => items ?? [])

/** The name of something that exists. The older generation of clients sends back the objects that it was given: `{id, name, …}`. */
export const nameReference = z
  .union([z.string(), z.object({ name: z.string() })], 'Give a name, or an object with a name')
  .transform((given) => (typeof given === 'string' ? given : given.name))

/** As ranges: what reads the API description may know neither \p{Cc} nor the flag that it needs. */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f'
/** Control characters, line and paragraph separators, and what overrides the direction of the text after it. */
export const unprintableCharacters = `${controlCharacters}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069`
/** PostgreSQL refuses U+0000, and a line break has no place in a name or in what goes to a mail server. */
export const singleLinePattern = new RegExp(`^[^${unprintableCharacters}]*$`)
export const singleLineMessage = 'Write this on one line, without control characters'

/** Neither blank nor made of characters that have no shape, such as a zero-width space. */
const hasVisibleCharacters = (text: string) =>
  text === '' || /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text)

/** A line of text that people read, trimmed; it may be empty. */
export const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(singleLinePattern, singleLineMessage)
    .refine(hasVisibleCharacters, 'Write something that can be seen')

/** A name that people read. */
export const nonEmptyLine = (max: number) => singleLine(max).min(1, 'This cannot be empty')

/** A second name, which not everybody has. */
export const lastName = singleLine(140)
  .nullish()
  .transform((name) => name ?? '')

/** What others wrote, as a name: without what `label` refuses. */
export const sanitiseName = (text: string): string =>
  text
    .replace(new RegExp(`[${unprintableCharacters}]+`, 'g'), ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** An IANA time zone, such as Europe/Berlin. */
export const timeZone = z
  .string()
  .max(140)
  .refine(isTimeZone, 'There is no such time zone. Choose one such as Europe/Berlin')

function isTimeZone(name: string): boolean {
  // An offset alone says nothing of summer time.
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** A bare e-mail address (RFC 5322 addr-spec), trimmed and lower-cased. */
export const emailAddress = withJsonSchema(z.string().trim().toLowerCase().max(320), () => ({
  type: 'string',
  format: 'email',
  maxLength: 320,
})).pipe(
  z.email({
    error: 'This is not a valid email address',
    pattern: /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/,
  }),
)

const pageNumber = <Fallback extends number | undefined>(
  fallback: Fallback,
  max: number,
  /** Larger ones are given as this. */
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

/** A page number that tells "not given" from 1. */
export const optionalPage = pageNumber(undefined, 1_000_000)

/** Page parameters with the defaults that old clients miss (quirk Q12). */
export const pageQuery = (size: number, maxSize = 100) => ({
  page: pageNumber(1, 1_000_000),
  page_size: pageSizeUpTo(maxSize, size),
})

/** A larger page is given as the largest: existing clients may ask for more messages (api-contract 1.5). */
export const cappedPageSize = (max: number, fallback: number) => pageNumber(fallback, max)

const pageSizeUpTo = (max: number, fallback: number) =>
  pageNumber(fallback, max, Number.MAX_SAFE_INTEGER).refine((size) => size <= max, {
    error: `A page can have at most ${max} rows`,
  })

/** How a list is sorted. Lists also take the older names with the table before them, and refuse others in words of their own. */
export const sortQuery = (fields: readonly string[]) => ({
  order: withJsonSchema(z.string(), () => ({ type: 'string', enum: ['asc', 'desc'] })).optional(),
  order_by: withJsonSchema(z.string(), () => ({ type: 'string', enum: [...new Set(fields)] })).optional(),
})

/** A page of results (api-contract 1.2, product-decisions 6). */
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
