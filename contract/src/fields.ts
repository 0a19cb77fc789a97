import { z } from 'zod'
import { describedAs } from './described-as.ts'

/** An instant, RFC 3339 in UTC with milliseconds. A database knows no year 0. */
export const instant = z.iso.datetime({ offset: true }).refine((at) => at >= '0001', 'There is no year 0')

export const id = z.int().positive()

/** The largest integer of PostgreSQL's `integer`. */
export const maxInt4 = 2_147_483_647

const notWhole = 'Write a whole number in digits'
/** A number that may come as digits, as everything in an address does. `Number()` alone also reads "0x1", "1e0", " 1" and "". */
export const fromDigits = (schema: z.ZodInt, message = notWhole) =>
  describedAs(
    z.codec(z.union([z.string().regex(/^-?\d{1,20}$/, message), z.number(message)], message), schema, {
      decode: Number,
      encode: (value) => value,
    }),
    () => jsonOf(schema),
  )

function jsonOf(schema: z.ZodType): object {
  const { $schema, ...json } = z.toJSONSchema(schema)
  return json
}

export const wholeNumber = (min: number, max: number) => fromDigits(z.int(notWhole).min(min).max(max))

const notAnId = 'An id is a whole number'
/** An id in a path: a string of digits on the wire, a number inside. */
export const idParam = fromDigits(z.int(notAnId).positive(notAnId), notAnId)

export const idParams = z.object({ id: idParam })

export const uuidParams = z.object({ uuid: z.uuid() })

/** What calls answer that have nothing to say. */
export const done = z.literal(true)

/** More than anybody means, and far fewer than a statement of PostgreSQL takes values. */
const mostInList = 1000

/** The default when an optional list is left out or null. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .max(mostInList, `A list has ${mostInList} entries at most`)
    .nullish()
    .transform((items) => items ?? [])

/** The name of something that exists. The older generation of clients sends back the objects that it was given: `{id, name, …}`. */
export const nameOf = z
  .union([z.string(), z.object({ name: z.string() })], 'Give a name, or an object with a name')
  .transform((given) => (typeof given === 'string' ? given : given.name))

/** As ranges: what reads the API description may know neither \p{Cc} nor the flag that it needs. */
export const controls = '\\u0000-\\u001f\\u007f-\\u009f'
/** Control characters, line and paragraph separators, and what overrides the direction of the text after it. */
export const unprintable = `${controls}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069`
/** PostgreSQL refuses U+0000, and a line break has no place in a name or in what goes to a mail server. */
export const onOneLine = new RegExp(`^[^${unprintable}]*$`)
export const oneLineRefusal = 'Write this on one line, without control characters'

/** Neither blank nor made of characters that have no shape, such as a zero-width space. */
const isVisible = (text: string) =>
  text === '' || /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text)

/** A line of text that people read, trimmed; it may be empty. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(onOneLine, oneLineRefusal)
    .refine(isVisible, 'Write something that can be seen')

/** A name that people read. */
export const label = (max: number) => line(max).min(1, 'This cannot be empty')

/** A second name, which not everybody has. */
export const lastName = line(140)
  .nullish()
  .transform((name) => name ?? '')

/** What others wrote, as a name: without what `label` refuses. */
export const asName = (text: string): string =>
  text
    .replace(new RegExp(`[${unprintable}]+`, 'g'), ' ')
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
export const emailAddress = describedAs(z.string().trim().toLowerCase().max(320), () => ({
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
  describedAs(z.union([z.string(), z.number()]), () => ({
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
export const cappedPageSize = (most: number, fallback: number) => pageNumber(fallback, most)

const pageSizeUpTo = (most: number, fallback: number) =>
  pageNumber(fallback, most, Number.MAX_SAFE_INTEGER).refine((size) => size <= most, {
    error: `A page can have at most ${most} rows`,
  })

/** How a list is sorted. Lists also take the older names with the table before them, and refuse others in words of their own. */
export const sortQuery = (fields: readonly string[]) => ({
  order: describedAs(z.string(), () => ({ type: 'string', enum: ['asc', 'desc'] })).optional(),
  order_by: describedAs(z.string(), () => ({ type: 'string', enum: [...new Set(fields)] })).optional(),
})

/** A page of results (api-contract 1.2, product-decisions 6). */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    total: z.int(),
    total_is_estimate: z.boolean(),
    per_page: z.int(),
    total_pages: z.int(),
    page: z.int(),
    next_cursor: z.string().nullable(),
  })
