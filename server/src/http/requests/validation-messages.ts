import type { z } from 'zod'

/** User-facing messages for invalid values; a schema's own message takes precedence. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required'
        : `This must be ${typeNames[issue.expected] ?? `a ${issue.expected}`}`
    case 'invalid_value':
      return `This must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return issue.inclusive === false
        ? `This must be less than ${issue.maximum}`
        : `This can ${describeBound(issue.origin, 'at most', issue.maximum)}`
    case 'too_small':
      return issue.inclusive === false
        ? `This must be more than ${issue.minimum}`
        : `This must ${describeBound(issue.origin, 'at least', issue.minimum)}`
    case 'invalid_format':
      return formatMessages[issue.format]
    default:
      return undefined
  }
}

const typeNames: Record<string, string> = {
  string: 'a text',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formatMessages: Record<string, string> = {
  uuid: 'This isn’t a valid id',
  email: 'Enter a valid email address',
  datetime: 'Enter a timestamp such as 2026-03-01T12:00:00Z',
}

function describeBound(origin: string, edge: 'at most' | 'at least', amount: number | bigint): string {
  if (origin === 'string') return `have ${edge} ${amount} ${amount === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `have ${edge} ${amount} ${amount === 1 ? 'entry' : 'entries'}`
  return `be ${edge} ${amount}`
}
