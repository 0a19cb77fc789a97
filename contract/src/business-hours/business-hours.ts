import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import type { FieldProblem } from '../shared/errors.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine } from '../shared/fields.ts'
import type { Calendar, MinuteSpan } from './business-time.ts'

/** The day names used for business hours (docs/spec/wire.md#business-hours). */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export type Weekday = (typeof weekdays)[number]
const sundayFirst = ['Sunday', ...weekdays.slice(0, 6)] as readonly Weekday[] // slice() loses the element type

/** The most intervals a day can have. */
export const MAX_SPANS = 8

/** `09:00` to `17:00`. Closing at `00:00` means midnight at the end of the day. */
export type DaySpan = { open: string; close: string }
const DaySpan = z.object({ open: z.string(), close: z.string() })
/** `open` and `close` are the first and last time of the day, for clients that support only one interval per day. */
const Day = DaySpan.extend({ spans: z.array(DaySpan) })
export type Day = z.infer<typeof Day>

/** `yearly` is present if the holiday repeats every year from that date on. Clients that do not support it see the first date. */
const Holiday = z.object({ name: z.string(), date: z.string(), yearly: z.literal(true).optional() })
export type Holiday = z.infer<typeof Holiday>

/** More than anyone needs. */
export const MAX_HOLIDAYS = 1000

export const BusinessHours = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  description: z.string(),
  is_always_open: z.boolean(),
  /** A missing day is closed. */
  hours: z.partialRecord(z.enum(weekdays), Day),
  holidays: z.array(Holiday),
})
export type BusinessHours = z.infer<typeof BusinessHours>

const DayWrite = z
  .object({
    open: z.string().optional(),
    close: z.string().optional(),
    spans: z.array(DaySpan).nullish(),
  })
  .nullable()
  .transform((day, context): Day | null => {
    const spans = readSpans(day).toSorted((a, b) => a.open.localeCompare(b.open))
    const [first, last] = [spans[0], spans.at(-1)]
    if (!first || !last) return null
    const refusal = spansRefusal(spans)
    if (refusal) {
      context.addIssue({ code: 'custom', message: refusal })
      return z.NEVER
    }
    return { open: first.open, close: last.close, spans }
  })

const hoursFields = z.object({
  name: nonEmptyLine(140),
  description: z
    .string()
    .trim()
    .max(300)
    .nullish()
    .transform((text) => text ?? ''),
  is_always_open: z.boolean().default(false),
  hours: z
    .partialRecord(z.enum(weekdays), DayWrite)
    .nullish()
    .transform((week): Partial<Record<Weekday, Day>> => withoutClosedDays(week ?? {})),
  holidays: z
    .array(
      z.object({
        name: nonEmptyLine(140),
        date: z.iso.date('Choose a date'),
        yearly: z.boolean().nullish(),
      }),
    )
    .max(MAX_HOLIDAYS)
    .nullish()
    .transform((days): Holiday[] =>
      (days ?? [])
        .map(({ yearly, ...day }) => (yearly ? { ...day, yearly: true as const } : day))
        .toSorted((a, b) => a.date.localeCompare(b.date)),
    ),
})
export const BusinessHoursWrite = hoursFields
  .superRefine((values, { addIssue }) => {
    for (const { path, message } of hoursProblems(values)) addIssue({ code: 'custom', path: [path], message })
  })
  // Hours that are always open have neither intervals nor holidays.
  .transform((values) => (values.is_always_open ? { ...values, hours: {}, holidays: [] } : values))
export type BusinessHoursWrite = z.output<typeof BusinessHoursWrite>

/** Contradictions within one set of business hours. */
export function hoursProblems({
  is_always_open,
  hours,
  holidays,
}: Pick<BusinessHoursWrite, 'is_always_open' | 'hours' | 'holidays'>): FieldProblem[] {
  const duplicate = holidays.find(({ date }, index) => holidays[index + 1]?.date === date)
  const yearlyDuplicate = findDuplicateYearlyHoliday(holidays)
  return [
    ...(!is_always_open && Object.keys(hours).length === 0
      ? [
          {
            path: 'hours',
            message: 'These hours are never open. Open at least one day, or choose always open',
          },
        ]
      : []),
    ...(duplicate
      ? [{ path: 'holidays', message: `Two holidays are on ${duplicate.date}. Keep one of them` }]
      : yearlyDuplicate
        ? [
            {
              path: 'holidays',
              message: `${yearlyDuplicate[0].name} and ${yearlyDuplicate[1].name} both come every year on the same day. Keep one of them`,
            },
          ]
        : []),
  ]
}

/** Two yearly holidays on the same day of the year. */
function findDuplicateYearlyHoliday(holidays: readonly Holiday[]): [Holiday, Holiday] | null {
  const firstByDay = new Map<string, Holiday>()
  for (const day of holidays) {
    if (!day.yearly) continue
    const first = firstByDay.get(day.date.slice(5))
    if (first) return [first, day]
    firstByDay.set(day.date.slice(5), day)
  }
  return null
}

/** Older clients change `open` and `close` and send `spans` back unchanged. Where they disagree, `open` and `close` win. */
function readSpans(day: { open?: string; close?: string; spans?: DaySpan[] | null } | null): DaySpan[] {
  if (!day) return []
  const spans = (day.spans ?? []).map(normaliseMidnight)
  if (day.open === undefined || day.close === undefined) return spans
  const outerSpan = normaliseMidnight({ open: day.open, close: day.close })
  return spans[0]?.open === outerSpan.open && spans.at(-1)?.close === outerSpan.close ? spans : [outerSpan]
}

const normaliseMidnight = ({ open, close }: DaySpan): DaySpan => ({
  open,
  close: close === '24:00' ? '00:00' : close,
})

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** Expects `spans` sorted by start time. */
function spansRefusal(spans: readonly DaySpan[]): string | null {
  if (spans.length > MAX_SPANS) return `A day can have at most ${MAX_SPANS} time ranges`
  if (!spans.every(({ open, close }) => timePattern.test(open) && timePattern.test(close)))
    return 'Enter both times, such as 09:00 and 17:00'
  if (!spans.every((span) => toMinuteSpan(span)[0] < toMinuteSpan(span)[1]))
    return 'The closing time must be after the opening time. If you work past midnight, close at 00:00 and open the next day at 00:00'
  const overlap = spans.some((span, index) => {
    const next = spans[index + 1]
    return next && toMinuteSpan(next)[0] < toMinuteSpan(span)[1]
  })
  return overlap ? 'These times overlap. End one before the next starts' : null
}

const withoutClosedDays = (week: Partial<Record<Weekday, Day | null>>) =>
  Object.fromEntries(
    weekdays.flatMap((day) => {
      const dayHours = week[day]
      return dayHours ? [[day, dayHours]] : []
    }),
  )

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const toMinuteSpan = ({ open, close }: DaySpan): MinuteSpan => [minuteOfDay(open), minuteOfDay(close) || 1440]

/** The input of the business-time functions. The time zone is the team's or the workspace's. */
export const toCalendar = (
  {
    is_always_open,
    hours,
    holidays,
  }: Pick<BusinessHoursWrite, 'is_always_open' | 'holidays'> & {
    hours: Partial<Record<Weekday, Pick<Day, 'spans'>>>
  },
  time_zone: string,
): Calendar => ({
  always_open: is_always_open,
  week: sundayFirst.map((day) => (hours[day]?.spans ?? []).map(toMinuteSpan)),
  holidays: new Set(holidays.map(({ date }) => date)),
  yearly: new Map(
    holidays.flatMap(({ date, yearly }) => (yearly ? [[date.slice(5), Number(date.slice(0, 4))]] : [])),
  ),
  time_zone,
})

const tag = 'business-hours'
export const listBusinessHours = endpoint({
  method: 'GET',
  path: '/api/v1/business-hours',
  access: 'agent',
  summary: 'List the business hours',
  tag,
  response: z.array(BusinessHours),
})
export const getBusinessHours = endpoint({
  method: 'GET',
  path: '/api/v1/business-hours/:id',
  access: 'business_hours:manage',
  summary: 'Get a set of business hours',
  tag,
  params: idParams,
  response: BusinessHours,
})
export const createBusinessHours = endpoint({
  method: 'POST',
  path: '/api/v1/business-hours',
  access: 'business_hours:manage',
  summary: 'Create business hours',
  tag,
  body: BusinessHoursWrite,
  response: BusinessHours,
})
export const BusinessHoursChanges = changesTo(hoursFields)
export type BusinessHoursChanges = z.output<typeof BusinessHoursChanges>
export const updateBusinessHours = endpoint({
  method: 'PUT',
  path: '/api/v1/business-hours/:id',
  access: 'business_hours:manage',
  summary: 'Update business hours',
  tag,
  params: idParams,
  body: BusinessHoursChanges,
  response: BusinessHours,
})
export const deleteBusinessHours = endpoint({
  method: 'DELETE',
  path: '/api/v1/business-hours/:id',
  access: 'business_hours:manage',
  summary: 'Delete business hours; teams that have them work by those of the workspace',
  tag,
  params: idParams,
  response: acknowledgement,
})

/** Why an entry of a calendar file is not imported as a holiday: it starts or ends within a day, or was cancelled. */
export const skipReasons = ['not_whole_days', 'cancelled'] as const
export const readHolidays = endpoint({
  method: 'POST',
  path: '/api/v1/business-hours/holidays/read',
  access: 'business_hours:manage',
  summary: 'Read holidays from a calendar file (iCalendar, RFC 5545). Nothing is saved',
  tag,
  body: z.object({
    /** The content of the file. */
    ics: z
      .string()
      .min(1, 'This file is empty')
      .max(1_000_000, 'This file is too large. The maximum is 1 MB'),
  }),
  response: z.object({
    /** Sorted by date. Events that repeat other than yearly are expanded into single dates up to `until`. */
    holidays: z.array(Holiday),
    skipped: z.array(z.object({ name: z.string(), reason: z.enum(skipReasons) })),
    from: z.iso.date(),
    until: z.iso.date(),
  }),
  supports_idempotency_key: false,
})

/** Why these hours cannot be deleted, or null when they can. */
export const hoursDeletionRefusal = (is_default: boolean): string | null =>
  is_default ? 'The workspace uses these hours. Choose others in the general settings first' : null
