import type { TFunction } from 'i18next'
import type { z } from 'zod'

/** Translates schema errors. Schemas with a better message keep their own. */
export const zodErrorMap =
  (t: TFunction): z.core.$ZodErrorMap =>
  (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return t(wrongTypeKey(issue))
      case 'invalid_value':
        return t('form.issue.missing')
      case 'too_small':
        if (issue.origin === 'string' && issue.minimum === 1) return t('form.issue.missing')
        return t(`form.issue.too_small.${sizeUnit(issue.origin)}`, {
          // For integers, more than 0 means at least 1.
          count: Number(issue.minimum) + (issue.inclusive === false ? 1 : 0),
        })
      case 'too_big':
        return t(`form.issue.too_big.${sizeUnit(issue.origin)}`, { count: Number(issue.maximum) })
      case 'invalid_format':
        return issue.format === 'email' || issue.format === 'url'
          ? t(`form.issue.${issue.format}`)
          : undefined
      default:
        return undefined
    }
  }

function wrongTypeKey({ input, expected }: { input?: unknown; expected: string }) {
  if (input === undefined || input === null || input === '') return 'form.issue.missing'
  return expected === 'number' || expected === 'int' ? 'form.issue.number' : 'form.issue.wrong'
}

const sizeUnit = (origin: string) => (origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number')
