import { type RefObject, useLayoutEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldProblem } from '../api/api-error.ts'
import type { EntityForm } from './use-entity-form.ts'

/** Flattens the nested errors of react-hook-form to a list of paths and messages. */
export function listErrors(errors: object, parent = ''): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]): FieldProblem[] => {
    if (typeof value !== 'object' || value === null || key === 'ref') return []
    const path = key === 'root' ? parent : [parent, key].filter(Boolean).join('.')
    if ('message' in value && typeof value.message === 'string')
      return 'type' in value && value.type === 'conflict' ? [] : [{ path, message: value.message }]
    return listErrors(value, path)
  })
}

/**
 * The errors that the form's text doesn't show, because the field isn't rendered or its control can't show them. If
 * several fields have the same message and it appears fewer times than that, those that `isRendered` knows are assumed
 * to show it.
 */
export function findHiddenErrors(
  errors: readonly FieldProblem[],
  text: string,
  isRendered: (path: string) => boolean,
): FieldProblem[] {
  const visibleText = collapseWhitespace(text)
  return errors.filter(({ path, message }) => {
    const count = visibleText.split(collapseWhitespace(message)).length - 1
    if (count === 0) return true
    return count < errors.filter((other) => other.message === message).length && !isRendered(path)
  })
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The errors that `fields`, the element around the form's fields, doesn't show. */
export function useHiddenErrors<Values extends FieldValues>(
  { methods, renderedFields }: EntityForm<Values>,
  fields: RefObject<HTMLElement | null>,
): FieldProblem[] {
  // Reads react-hook-form's state, which is mutated in place.
  'use no memo'
  const [hidden, setHidden] = useState<FieldProblem[]>([])
  const errors = listErrors(methods.formState.errors)
  // Reads the DOM before paint, so that nothing flashes.
  useLayoutEffect(() => {
    const next =
      errors.length > 0 && fields.current
        ? findHiddenErrors(errors, fields.current.innerText, (path) => renderedFields.current.has(path))
        : []
    if (JSON.stringify(next) !== JSON.stringify(hidden)) setHidden(next)
  })
  return hidden
}
